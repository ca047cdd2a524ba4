import type Stripe from 'stripe';
import { type AccountStore, type Charge, NO_REQUEST, type Settlement, type Transaction } from './account-store.ts';
import { minorPerMajor } from './currencies.ts';

/** The emulator's price list: 2.9 % and 30 minor units of the settlement currency, rounded to whole units. */
const FEE_PER_MILLE = 29;
const FEE_FIXED_MINOR = 30;
/** Two days until money is available, as in most countries. */
const RELEASE_SECONDS = 2 * 24 * 3600;

export const OWN_CURRENCY: Settlement = {
  currency: null,
  rates: {},
  late: false,
  releaseSeconds: RELEASE_SECONDS,
  held: false,
};

/** A change of an account's balance. */
type Movement = {
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout' | 'payout_failure' | 'payout_cancel';
  /** The charge, refund, dispute or payout that it belongs to. */
  source: string;
  /** Minor units of `currency`; negative for money out. */
  amount: number;
  currency: string;
  /** The dispute fee in minor units of the settlement currency; negative when it is returned. */
  disputeFee?: number;
  /** The charge whose money it takes or returns: available no earlier than that charge. */
  charge?: string;
};

/** Records money in or out, converted to the settlement currency; only charges and disputes cost a fee. */
export function recordTransaction(store: AccountStore, movement: Movement): Transaction {
  const { type, source, disputeFee = 0 } = movement;
  const settled = type.startsWith('payout') ? { ...movement, rate: null } : convert(store, movement);
  const fee = type === 'charge' ? Math.round((settled.amount * FEE_PER_MILLE) / 1000) + FEE_FIXED_MINOR : disputeFee;
  const now = store.context.clock.nowSeconds();
  const availableOn =
    type === 'charge' ? now + store.play.settlement.releaseSeconds : availableWith(store, movement.charge);
  const description = type === 'charge' ? 'Stripe processing fees' : 'Dispute fee';
  const transaction = {
    id: `txn_${store.context.random()}`,
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
    status: statusOf(store, availableOn),
    type,
  } satisfies Stripe.BalanceTransaction;
  store.transactions.set(transaction.id, transaction);
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

/** A transaction is `available` from its `available_on` second, unless the account's money is held by control. */
export function statusOf({ play, context }: AccountStore, availableOn: number): 'available' | 'pending' {
  return availableOn <= context.clock.nowSeconds() && !play.settlement.held ? 'available' : 'pending';
}

/** Moves the time at which the money of a charge becomes available to so many seconds from now. Stripe sends no event. */
export function moveRelease(store: AccountStore, charge: string, seconds: number): Transaction | undefined {
  const booked = store.transactions.get(store.charges.get(charge)?.balance_transaction ?? '');
  if (!booked) return undefined;
  const moved = { ...booked, available_on: store.context.clock.nowSeconds() + seconds };
  store.transactions.set(moved.id, moved);
  return moved;
}

/** At once, or with the money of a charge that is not available yet; seconds. */
function availableWith(store: AccountStore, charge: string | undefined): number {
  const booked = store.transactions.get(store.charges.get(charge ?? '')?.balance_transaction ?? '');
  return Math.max(store.context.clock.nowSeconds(), booked?.available_on ?? 0);
}

function convert({ play }: AccountStore, { amount, currency }: Movement) {
  const { currency: into, rates } = play.settlement;
  const rate = rates[currency];
  if (into === null || into === currency || rate === undefined) return { amount, currency, rate: null };
  const major = amount / minorPerMajor(currency);
  return { amount: Math.round(major * rate * minorPerMajor(into)), currency: into, rate };
}

/** Settles a successful charge; null while settlement is switched to late. `amount` in minor units of the charge. */
export function settleCharge(store: AccountStore, charge: string, amount: number, currency: string): string | null {
  if (store.play.settlement.late) return null;
  return recordTransaction(store, { type: 'charge', source: charge, amount, currency }).id;
}

/** Settles every captured charge that has no balance transaction yet, and emits `charge.updated`. */
export function settleLateCharges(store: AccountStore): void {
  const waiting = store.charges.values().filter((one) => one.paid && one.balance_transaction === null);
  for (const charge of waiting) {
    const { id: source, amount_captured: amount, currency } = charge;
    const { id } = recordTransaction(store, { type: 'charge', source, amount, currency });
    const booked: Charge = { ...charge, balance_transaction: id };
    store.charges.set(booked.id, booked);
    store.emit('charge.updated', booked, NO_REQUEST, { balance_transaction: null });
  }
}

/** Minor units by currency. */
export type Sums = Record<string, number>;

/** An account's balance net of fees: total, available at this second, and pending. */
export function balanceOf(store: AccountStore): { total: Sums; available: Sums; pending: Sums } {
  const sums: ReturnType<typeof balanceOf> = { total: {}, available: {}, pending: {} };
  for (const { currency, net, available_on: availableOn } of store.transactions.values()) {
    sums.total[currency] = (sums.total[currency] ?? 0) + net;
    for (const status of ['available', 'pending'] as const) {
      const added = statusOf(store, availableOn) === status ? net : 0;
      sums[status][currency] = (sums[status][currency] ?? 0) + added;
    }
  }
  return sums;
}

/** GET /v1/balance */
export function presentBalance(store: AccountStore): Stripe.Balance {
  const { available, pending } = balanceOf(store);
  return { object: 'balance', available: rows(available), livemode: false, pending: rows(pending) };
}

/** An account without movements has a balance of zero dollars. */
function rows(sums: Sums): Stripe.Balance.Available[] {
  const entries = Object.entries(sums);
  return (entries.length === 0 ? [['usd', 0] as const] : entries).map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
}
