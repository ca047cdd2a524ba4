import type Stripe from 'stripe';
import { type Book, type Charge, NO_REQUEST, type Transaction } from './book.ts';
import { minorPerMajor } from './currencies.ts';

/** The emulator's price list: 2.9 % and 30 minor units of the settlement currency, rounded to whole units. */
const FEE_PER_MILLE = 29;
const FEE_FIXED_MINOR = 30;
/** Two days until money is available, as in most countries. */
const RELEASE_SECONDS = 2 * 24 * 3600;

/** In which currency an account settles, and when; set by control. */
export type Settlement = {
  /** Lower case; null settles each charge in its own. */
  currency: string | null;
  /** Units of the settlement currency for one unit of another, both major. A currency without one is not converted. */
  rates: Record<string, number>;
  /** Charges get their balance transaction later: when this is switched off again. */
  late: boolean;
  /** How long from now on money takes to be available. */
  releaseSeconds: number;
};

export const OWN_CURRENCY: Settlement = {
  currency: null,
  rates: {},
  late: false,
  releaseSeconds: RELEASE_SECONDS,
};

/** What moves an account's balance. */
type Movement = {
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout' | 'payout_failure' | 'payout_cancel';
  /** The charge, refund, dispute or payout that it belongs to. */
  source: string;
  /** Minor units of `currency`; what goes out is negative. */
  amount: number;
  currency: string;
  /** What a dispute costs, in minor units of the settlement currency; negative when it is given back. */
  disputeFee?: number;
  /** The charge whose money it takes or gives back: it is available no earlier than that. */
  charge?: string;
};

/** Books money in or out, converted to the settlement currency; only charges and disputes cost a fee. */
export function recordTransaction(book: Book, movement: Movement): Transaction {
  const { type, source, disputeFee = 0 } = movement;
  const settled = type.startsWith('payout') ? { ...movement, rate: null } : convert(book, movement);
  const fee =
    type === 'charge' ? Math.round((settled.amount * FEE_PER_MILLE) / 1000) + FEE_FIXED_MINOR : disputeFee;
  const now = book.context.clock.nowSeconds();
  const availableOn =
    type === 'charge' ? now + book.play.settlement.releaseSeconds : availableWith(book, movement.charge);
  const description = type === 'charge' ? 'Stripe processing fees' : 'Dispute fee';
  const transaction = {
    id: `txn_${book.context.random()}`,
    object: 'balance_transaction',
    amount: settled.amount,
    available_on: availableOn,
    balance_type: 'payments',
    created: now,
    currency: settled.currency,
    description: null,
    exchange_rate: settled.rate,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: settled.currency, description, type: 'stripe_fee' }],
    net: settled.amount - fee,
    reporting_category: CATEGORIES[type],
    source,
    status: statusAt(availableOn, now),
    type,
  } satisfies Stripe.BalanceTransaction;
  book.transactions.set(transaction.id, transaction);
  return transaction;
}

const CATEGORIES = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  adjustment: 'dispute',
  payout: 'payout',
  payout_failure: 'payout_reversal',
  payout_cancel: 'payout_reversal',
} as const satisfies Record<Movement['type'], string>;

/** `available` from the second on that a transaction names. */
export function statusAt(availableOn: number, nowSeconds: number): 'available' | 'pending' {
  return availableOn <= nowSeconds ? 'available' : 'pending';
}

/** At once, or with the money of a charge that is not available yet; seconds. */
function availableWith(book: Book, charge: string | undefined): number {
  const booked = book.transactions.get(book.charges.get(charge ?? '')?.balance_transaction ?? '');
  return Math.max(book.context.clock.nowSeconds(), booked?.available_on ?? 0);
}

function convert({ play }: Book, { amount, currency }: Movement) {
  const { currency: into, rates } = play.settlement;
  const rate = rates[currency];
  if (into === null || into === currency || rate === undefined) return { amount, currency, rate: null };
  const major = amount / minorPerMajor(currency);
  return { amount: Math.round(major * rate * minorPerMajor(into)), currency: into, rate };
}

/** Books a charge that was taken; null while that is to happen later. `amount` in minor units of the charge. */
export function bookCharge(book: Book, charge: string, amount: number, currency: string): string | null {
  if (book.play.settlement.late) return null;
  return recordTransaction(book, { type: 'charge', source: charge, amount, currency }).id;
}

/** Books every charge that was taken and not booked, and says so. */
export function bookLateCharges(book: Book): void {
  const waiting = book.charges.values().filter((one) => one.captured && one.balance_transaction === null);
  for (const charge of waiting) {
    const { id: source, amount_captured: amount, currency } = charge;
    const { id } = recordTransaction(book, { type: 'charge', source, amount, currency });
    const booked: Charge = { ...charge, balance_transaction: id };
    book.charges.set(booked.id, booked);
    book.emit('charge.updated', booked, NO_REQUEST, { balance_transaction: null });
  }
}

/** Minor units by currency. */
export type Sums = Record<string, number>;

/** What an account holds, net of fees: all of it, and what of it is available at this second or not yet. */
export function balanceOf(book: Book): { total: Sums; available: Sums; pending: Sums } {
  const now = book.context.clock.nowSeconds();
  const sums: ReturnType<typeof balanceOf> = { total: {}, available: {}, pending: {} };
  for (const { currency, net, available_on: availableOn } of book.transactions.values()) {
    sums.total[currency] = (sums.total[currency] ?? 0) + net;
    for (const status of ['available', 'pending'] as const) {
      const added = statusAt(availableOn, now) === status ? net : 0;
      sums[status][currency] = (sums[status][currency] ?? 0) + added;
    }
  }
  return sums;
}

/** GET /v1/balance */
export function presentBalance(book: Book): Stripe.Balance {
  const { available, pending } = balanceOf(book);
  return { object: 'balance', available: rows(available), livemode: false, pending: rows(pending) };
}

/** An account that nothing has moved on yet has nothing, in dollars. */
function rows(sums: Sums): Stripe.Balance.Available[] {
  const entries = Object.entries(sums);
  return (entries.length === 0 ? [['usd', 0] as const] : entries).map(([currency, amount]) => ({
    ...{ amount, currency, source_types: { card: amount } },
  }));
}
