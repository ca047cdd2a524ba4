import type Stripe from 'stripe';
import type { BookLine, BookLineKind, BookPeriod } from '../port/books.ts';
import { pagesOf } from './lists.ts';

type List = (params: Stripe.BalanceTransactionListParams) => Promise<Stripe.ApiList<Stripe.BalanceTransaction>>;

/**
 * The balance transactions of a period, page by page, newest first. Stripe uses whole seconds.
 * @param isOurs whether an object is of our keys' mode
 * @throws GatewayError, also if a page cannot be read: books that end there would be others
 */
export async function* bookPages(
  list: List,
  isOurs: (object: Stripe.BalanceTransactionSource) => boolean,
  { from, to }: BookPeriod,
): AsyncGenerator<BookLine[]> {
  const created = { gte: Math.floor(from.getTime() / 1000), lte: Math.floor(to.getTime() / 1000) };
  const pages = pagesOf('balanceTransactions', (page) => list({ created, ...page, expand: ['data.source'] }));
  for await (const page of pages)
    yield page.filter(({ source }) => !isExpanded(source) || isOurs(source)).map(toBookLine);
}

/** Translates a balance transaction (Stripe, Balance transaction types). `source` must be expanded. */
export function toBookLine(transaction: Stripe.BalanceTransaction): BookLine {
  return {
    id: transaction.id,
    kind: kindOf(transaction),
    gatewayPaymentId: paymentOf(transaction.source),
    currency: transaction.currency.toUpperCase(),
    grossMinor: BigInt(transaction.amount),
    feeMinor: BigInt(transaction.fee),
    netMinor: BigInt(transaction.net),
    at: new Date(transaction.created * 1000),
  };
}

/** The reporting category of an adjustment determines its kind. */
function kindOf({ type, reporting_category: category }: Stripe.BalanceTransaction): BookLineKind {
  switch (type) {
    case 'charge':
    case 'payment':
      return 'payment';
    case 'refund':
    case 'refund_failure':
    case 'payment_refund':
    case 'payment_failure_refund':
      return 'refund';
    case 'payout':
    case 'payout_cancel':
    case 'payout_failure':
      return 'payout';
    case 'stripe_fee':
    case 'stripe_fx_fee':
    case 'tax_fee':
      return 'fee';
    default:
      if (category === 'dispute' || category === 'dispute_reversal') return 'dispute';
      return category === 'fee' ? 'fee' : 'other';
  }
}

/** The intent of a charge, a refund or a dispute; the charge where it was made without one. */
function paymentOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (!isExpanded(source)) return null;
  switch (source.object) {
    case 'charge':
      return idOf(source.payment_intent) ?? source.id;
    case 'refund':
    case 'dispute':
      return idOf(source.payment_intent) ?? idOf(source.charge);
    default:
      return null;
  }
}

function isExpanded<T extends object>(source: string | T | null): source is T {
  return typeof source === 'object' && source !== null;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** The account's balance by currency, in minor units: available and pending together. */
export function toHoldings({ available, pending }: Stripe.Balance): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of [...available, ...pending]) {
    const name = currency.toUpperCase();
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(amount));
  }
  return sums;
}
