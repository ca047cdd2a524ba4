import type Stripe from 'stripe';
import { z } from 'zod';
import { GatewayError, UNREADABLE } from '../port/errors.ts';
import { REFUND_COST_EXPANSIONS } from './translate.ts';

/** The largest page of Stripe. */
const PAGE = 100;

/** What is read of an element. Without it, the list is not a list of these objects. */
const element = z.looseObject({ id: z.string(), object: z.string(), created: z.number() });
const money = element.extend({ amount: z.number() });
const ELEMENTS = {
  charges: element,
  refunds: money.extend({ status: z.string().nullable() }),
  disputes: money.extend({ status: z.string(), currency: z.string() }),
  balanceTransactions: money.extend({ currency: z.string(), fee: z.number(), net: z.number(), type: z.string() }),
} as const;
type Kind = keyof typeof ELEMENTS;

/**
 * A list, page by page.
 * @param list asks for the page after an element, the first one without it
 * @throws GatewayError if a page cannot be read, or if it brings nothing new although there is more
 */
export async function* pagesOf<T extends { id: string }>(
  kind: Kind,
  list: (page: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T[]> {
  let after: string | undefined;
  do {
    const page = await list({ limit: PAGE, ...(after === undefined ? {} : { starting_after: after }) });
    const data = readable(page, kind);
    const last = data.at(-1)?.id;
    if (page.has_more && (last === undefined || data.some(({ id }) => id === after))) throw unreadable();
    yield data;
    after = page.has_more ? last : undefined;
  } while (after !== undefined);
}

/**
 * All refunds of an intent, with their balance transactions.
 * @param charge its charge, whose sum says whether there are some
 * @throws GatewayError if the list cannot be read, or is empty beside a sum
 */
export async function listRefunds(
  stripe: Stripe,
  intent: string,
  charge: Stripe.Charge | null = null,
): Promise<Stripe.Refund[]> {
  const refunds: Stripe.Refund[] = [];
  const pages = pagesOf('refunds', (page) =>
    stripe.refunds.list({
      payment_intent: intent,
      ...page,
      expand: REFUND_COST_EXPANSIONS,
    }),
  );
  for await (const page of pages) refunds.push(...page);
  if (refunds.length === 0 && charge?.amount_refunded) throw noneListed();
  return refunds;
}

/** The refunds that an expanded charge lists itself, at most ten; null if they are not all, or cannot be read. */
export function refundsOfCharge({ refunds, amount_refunded: sum }: Stripe.Charge): Stripe.Refund[] | null {
  if (!refunds) return sum === 0 ? [] : null;
  if (!isReadable(refunds, 'refunds') || refunds.has_more) return null;
  // A list that is behind its sum is not all of them.
  return refunds.data.length === 0 && sum > 0 ? null : refunds.data;
}

/** All disputes of an intent that has some. @throws GatewayError if the list cannot be read, is incomplete or empty */
export async function listDisputes(stripe: Stripe, intent: string): Promise<Stripe.Dispute[]> {
  const disputes = onePage(await stripe.disputes.list({ payment_intent: intent, limit: PAGE }), 'disputes');
  if (disputes.length === 0) throw noneListed();
  return disputes;
}

/** The failed charges of an intent. @throws GatewayError if the list cannot be read */
export async function listFailedCharges(stripe: Stripe, intent: string): Promise<Stripe.Charge[]> {
  const page = await stripe.charges.list({ payment_intent: intent, limit: PAGE });
  return readable(page, 'charges').filter(({ status }) => status === 'failed');
}

function onePage<T>(page: Stripe.ApiList<T>, kind: Kind): T[] {
  const data = readable(page, kind);
  if (page.has_more) throw unreadable();
  return data;
}

function readable<T>(page: Stripe.ApiList<T>, kind: Kind): T[] {
  if (!isReadable(page, kind)) throw unreadable();
  return page.data;
}

/** Whether a list has elements of its kind, and says whether there are more. */
function isReadable(page: unknown, kind: Kind): boolean {
  return z.object({ data: z.array(ELEMENTS[kind]), has_more: z.boolean() }).safeParse(page).success;
}

/** Of what there is some of, as its payment says. */
function noneListed(): GatewayError {
  return new GatewayError('failed', 'none_listed', undefined);
}

function unreadable(): GatewayError {
  return new GatewayError('failed', UNREADABLE, undefined);
}
