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

/**
 * Books money in (`charge`) or out, converted to the settlement currency; only charges and disputes cost a fee.
 * @param amount minor units of `currency`.
 * @param disputeFee minor units of the settlement currency.
 */
export function recordTransaction(
  book: Book,
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment',
  source: string,
  amount: number,
  currency: string,
  disputeFee = 0,
): Transaction {
  const settled = convert(book.play.settlement, amount, currency);
  const fee =
    type === 'charge' ? Math.round((settled.amount * FEE_PER_MILLE) / 1000) + FEE_FIXED_MINOR : disputeFee;
  const now = book.context.clock.nowSeconds();
  const description = type === 'charge' ? 'Stripe processing fees' : 'Dispute fee';
  const transaction = {
    id: `txn_${book.context.random()}`,
    object: 'balance_transaction',
    amount: settled.amount,
    available_on: now + book.play.settlement.releaseSeconds,
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
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'pending',
    type,
  } satisfies Stripe.BalanceTransaction;
  book.transactions.set(transaction.id, transaction);
  return transaction;
}

/** A transaction as it stands now: pending until its money is available. */
export function transactionNow(book: Book, transaction: Transaction): Transaction {
  const isAvailable = transaction.available_on <= book.context.clock.nowSeconds();
  return { ...transaction, status: isAvailable ? 'available' : 'pending' };
}

function convert({ currency: into, rates }: Settlement, amount: number, currency: string) {
  const rate = rates[currency];
  if (into === null || into === currency || rate === undefined) return { amount, currency, rate: null };
  const major = amount / minorPerMajor(currency);
  return { amount: Math.round(major * rate * minorPerMajor(into)), currency: into, rate };
}

/** Books a charge that was taken; null while that is to happen later. `amount` in minor units of the charge. */
export function bookCharge(book: Book, charge: string, amount: number, currency: string): string | null {
  return book.play.settlement.late ? null : recordTransaction(book, 'charge', charge, amount, currency).id;
}

/** Books every charge that was taken and not booked, and says so. */
export function bookLateCharges(book: Book): void {
  const waiting = book.charges.values().filter((one) => one.captured && one.balance_transaction === null);
  for (const charge of waiting) {
    const id = recordTransaction(book, 'charge', charge.id, charge.amount_captured, charge.currency).id;
    const booked: Charge = { ...charge, balance_transaction: id };
    book.charges.set(booked.id, booked);
    book.emit('charge.updated', booked, NO_REQUEST, { balance_transaction: null });
  }
}
