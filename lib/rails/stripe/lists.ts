import type Stripe from 'stripe';
import { z } from 'zod';
import { GatewayError, UNREADABLE } from '../port/errors.ts';
import { REFUND_COST_EXPANSIONS } from './costs.ts';

/** A payment has a few refunds; we make no more than these. */
const MAX_REFUNDS = 1000;
/** The largest page of Stripe. */
const PAGE = 100;

/** What is read of an element. Without it, the list is not a list of these objects. */
const element = z.looseObject({ id: z.string(), object: z.string(), created: z.number() });
const money = element.extend({ amount: z.number() });
const ELEMENTS = {
  charges: element,
  refunds: money.extend({ status: z.string().nullable() }),
  disputes: money.extend({ status: z.string(), currency: z.string() }),
} as const;

/** All refunds of an intent, with their balance transactions. @throws GatewayError if the list cannot be read */
export async function listRefunds(stripe: Stripe, intent: string): Promise<Stripe.Refund[]> {
  const refunds: Stripe.Refund[] = [];
  let last: string | undefined;
  do {
    const page = await stripe.refunds.list({
      payment_intent: intent,
      limit: PAGE,
      expand: REFUND_COST_EXPANSIONS,
      ...(last === undefined ? {} : { starting_after: last }),
    });
    refunds.push(...readable(page, 'refunds'));
    last = page.has_more ? refunds.at(-1)?.id : undefined;
  } while (last !== undefined && refunds.length < MAX_REFUNDS);
  return refunds;
}

/** All disputes of an intent that has some. @throws GatewayError if the list cannot be read, is incomplete or empty */
export async function listDisputes(stripe: Stripe, intent: string): Promise<Stripe.Dispute[]> {
  const disputes = onePage(await stripe.disputes.list({ payment_intent: intent, limit: PAGE }), 'disputes');
  if (disputes.length === 0) throw new GatewayError('failed', 'none_listed', undefined);
  return disputes;
}

/** The failed charges of an intent. @throws GatewayError if the list cannot be read */
export async function listFailedCharges(stripe: Stripe, intent: string): Promise<Stripe.Charge[]> {
  const page = await stripe.charges.list({ payment_intent: intent, limit: PAGE });
  return readable(page, 'charges').filter(({ status }) => status === 'failed');
}

function onePage<T>(page: Stripe.ApiList<T>, kind: keyof typeof ELEMENTS): T[] {
  if (page.has_more) throw new GatewayError('failed', UNREADABLE, undefined);
  return readable(page, kind);
}

function readable<T>({ data }: Stripe.ApiList<T>, kind: keyof typeof ELEMENTS): T[] {
  const parsed = z.array(ELEMENTS[kind]).safeParse(data);
  if (!parsed.success) throw new GatewayError('failed', UNREADABLE, parsed.error);
  return data;
}
