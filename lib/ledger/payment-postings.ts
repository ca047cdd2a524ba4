import { leastOf } from '#lib/money.ts';
import { type Entry, mergeEntries, negateEntries } from './post.ts';

/** Percentages are computed in millionths, so that four decimals are exact: 5 % is 50,000 of these. */
const WHOLE = 1_000_000n;

/**
 * A percentage as written (`5`, `2.5000`; at most four decimals) in millionths.
 * @throws Error for anything else.
 */
export function millionthsOf(percent: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(percent);
  if (!match) throw new Error(`Bug: ${percent} is no percentage of at most four decimals`);
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(4, '0'));
}

/** `amount` × `part` / `whole`, rounded half up. None is negative, and `whole` is positive. */
export function proportion(amount: bigint, part: bigint, whole: bigint): bigint {
  return (amount * part * 2n + whole) / (whole * 2n);
}

/** Our commission on a payment in minor units, rounded half up once. */
export function commissionOn(amountMinor: bigint, feePercent: string): bigint {
  return proportion(amountMinor, millionthsOf(feePercent), WHOLE);
}

/**
 * What remains of the commission after refunds. It is returned in proportion to everything refunded so far, rounded half up,
 * so that partial refunds return together what one full refund would.
 */
export function commissionAfterRefunds(amountMinor: bigint, refundedMinor: bigint, feePercent: string): bigint {
  const commission = commissionOn(amountMinor, feePercent);
  return amountMinor === 0n ? 0n : commission - proportion(commission, refundedMinor, amountMinor);
}

/** The ledger's input about a payment. Amounts in minor units (lib/money.ts). */
export type PaymentFacts = {
  gateway: string;
  causeKey: string;
  currency: string;
  amountMinor: bigint;
  /** The percentage of its link, as text with at most four decimals. */
  feePercent: string;
  feeModel: string;
  /** Whether it completed its link. Otherwise it is unmatched funds, to be refunded (ruling 42). */
  counted: boolean;
  /** Unmatched funds that could not be refunded: they wait for their donor. */
  isUnclaimed?: boolean;
};

/** The amounts that refunds and chargebacks took from a payment, in minor units (lib/money.ts). */
export type Reversals = {
  /** Refunded in any way: by refunds that succeeded, and by hand. */
  refundedMinor: bigint;
  /** The part of it that staff sent by hand: it left our bank, and not the gateway. */
  sentByHandMinor: bigint;
  /** Reserved for refunds that were asked for and have not succeeded, whether their gateway knows of them or not. */
  refundsPendingMinor: bigint;
  /** What has left the gateway's account for such refunds. */
  refundsMovedMinor: bigint;
  /** Held back by open chargebacks. */
  disputedMinor: bigint;
  /** Taken by chargebacks that were lost. */
  chargedBackMinor: bigint;
};
export const NO_REVERSALS: Reversals = {
  refundedMinor: 0n,
  sentByHandMinor: 0n,
  refundsPendingMinor: 0n,
  refundsMovedMinor: 0n,
  disputedMinor: 0n,
  chargedBackMinor: 0n,
};

/** What refunds and chargebacks have taken for good, or chargebacks hold back. */
export type SettledReversals = Omit<Reversals, 'refundsPendingMinor' | 'refundsMovedMinor'>;

/** A payment in four parts that together are what was paid; none is negative. Minor units of its currency (lib/money.ts). */
export type PaymentSplit = {
  refundedMinor: bigint;
  /** Of what was not refunded: taken by chargebacks that were lost. */
  chargedBackMinor: bigint;
  /** Of the rest: held back by open chargebacks. */
  disputedMinor: bigint;
  /** What is left. */
  keptMinor: bigint;
  /** What was taken beyond the payment: no part of it, but a loss of the service. */
  beyondMinor: bigint;
};

/** Splits a payment. More can be taken than was left, as by a bank after a refund (rulings 46, 53). */
export function splitOf(amountMinor: bigint, reversals: SettledReversals): PaymentSplit {
  let keptMinor = amountMinor;
  const take = (wantedMinor: bigint): bigint => {
    const takenMinor = leastOf(wantedMinor, keptMinor);
    keptMinor -= takenMinor;
    return takenMinor;
  };
  const refundedMinor = take(reversals.refundedMinor);
  const chargedBackMinor = take(reversals.chargedBackMinor);
  const disputedMinor = take(reversals.disputedMinor);
  const beyondMinor = positive(-leftOf(amountMinor, reversals));
  return { refundedMinor, chargedBackMinor, disputedMinor, keptMinor, beyondMinor };
}

/** What is left of a payment, reserved for refunds or not, in minor units; zero where more than the payment was taken. */
export function keptMinorOf(amountMinor: bigint, reversals: SettledReversals): bigint {
  return splitOf(amountMinor, reversals).keptMinor;
}

/**
 * What can still be refunded of a payment: what is left and not reserved, in minor units. Negative if more is reserved for
 * refunds than is left.
 */
export function refundableMinorOf(
  amountMinor: bigint,
  { refundsPendingMinor, ...reversals }: SettledReversals & Pick<Reversals, 'refundsPendingMinor'>,
): bigint {
  return leftOf(amountMinor, reversals) - refundsPendingMinor;
}

/** What is left of a payment: negative if more than the payment was taken. */
function leftOf(amountMinor: bigint, reversals: SettledReversals): bigint {
  return heldOf(amountMinor, reversals) - reversals.sentByHandMinor;
}

/** The gateway's balance of a payment: negative if chargebacks took more than was left. */
function heldOf(amountMinor: bigint, reversals: SettledReversals): bigint {
  return amountMinor - byGatewayOf(amountMinor, reversals) - reversals.disputedMinor - reversals.chargedBackMinor;
}

/** What the gateway has refunded: never more than the payment. */
function byGatewayOf(
  amountMinor: bigint,
  { refundedMinor, sentByHandMinor }: Pick<SettledReversals, 'refundedMinor' | 'sentByHandMinor'>,
): bigint {
  return leastOf(refundedMinor - sentByHandMinor, amountMinor);
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/**
 * The entries of a payment from zero to its current amounts: owed to the creator and our income, less refunds, what is
 * reserved for refunds, and amounts that chargebacks hold back or took (rulings 46, 53). What was sent by hand left our bank.
 * What was taken beyond the payment, as by a chargeback after a full refund, is a loss of the service.
 */
export function paymentEntries(payment: PaymentFacts, reversals: Reversals): Entry[] {
  const { amountMinor, gateway, currency, causeKey } = payment;
  const { sentByHandMinor } = reversals;
  const held = heldOf(amountMinor, reversals);
  const owed = keptMinorOf(amountMinor, reversals);
  const moved = leastOf(reversals.refundsMovedMinor, amountMinor - byGatewayOf(amountMinor, reversals));
  const line = (account: Entry['account'], amount: bigint, detail = ''): Entry => ({
    account,
    detail,
    currency,
    causeKey,
    amountMinor: amount,
  });
  const ours = [
    line('gateway', held - moved, gateway),
    line('refunds_in_transit', moved),
    line('bank', -sentByHandMinor),
    line('dispute_losses', owed + sentByHandMinor - held),
  ];
  const owedToDonor = payment.isUnclaimed ? 'unclaimed' : 'to_give_back';
  if (!payment.counted) return mergeEntries([...ours, line(owedToDonor, -owed)]);
  const kept = positive(refundableMinorOf(amountMinor, reversals));
  const commission = commissionAfterRefunds(amountMinor, amountMinor - kept, payment.feePercent);
  return mergeEntries([
    ...ours,
    line('creator', commission - kept),
    line('commission', -commission),
    line('refunds_reserved', kept - owed),
  ]);
}

/** A payment is received: `gateway ← creator + commission`, or `gateway ← to_give_back` for unmatched funds. */
export function donationEntries(payment: PaymentFacts): Entry[] {
  return paymentEntries(payment, NO_REVERSALS);
}

/** The entries from one set of reversals to another: refunds and disputes, and their undoing. */
export function reversalEntries(payment: PaymentFacts, before: Reversals, after: Reversals): Entry[] {
  return mergeEntries([...negateEntries(paymentEntries(payment, before)), ...paymentEntries(payment, after)]);
}

type ReversalStep = { kind: 'refund_reserved' | 'refund' | 'dispute'; entries: Entry[] };

/**
 * The same as one event after the other: what is reserved for refunds, or leaves the gateway's account for them; refunds,
 * which take what was reserved for them; what is no longer reserved; and disputes. Refunds are posted as if no bank claimed
 * anything, except that no more is reserved than banks leave; disputes are the rest. So the sums of each kind are always what
 * the payment says is refunded, and what is disputed or was lost, whatever came first. Events that change nothing are left out.
 */
export function reversalSteps(payment: PaymentFacts, before: Reversals, after: Reversals): ReversalStep[] {
  const undisputed = (reversals: Reversals): Reversals => ({
    ...reversals,
    disputedMinor: 0n,
    chargedBackMinor: 0n,
    refundsPendingMinor: leastOf(reversals.refundsPendingMinor, keptMinorOf(payment.amountMinor, reversals)),
  });
  const disputes = (reversals: Reversals) => reversalEntries(payment, undisputed(reversals), reversals);
  const steps: ReversalStep[] = [
    ...refundSteps(payment, undisputed(before), undisputed(after)),
    { kind: 'dispute', entries: mergeEntries([...negateEntries(disputes(before)), ...disputes(after)]) },
  ];
  return steps.filter(({ entries }) => entries.length > 0);
}

/** The steps of a payment's refunds. */
function refundSteps(payment: PaymentFacts, before: Reversals, after: Reversals): ReversalStep[] {
  const { refundsPendingMinor, refundsMovedMinor } = after;
  const reserved = {
    ...before,
    refundsPendingMinor: most(before.refundsPendingMinor, refundsPendingMinor),
    refundsMovedMinor: most(before.refundsMovedMinor, refundsMovedMinor),
  };
  const newlyRefunded = positive(after.refundedMinor - before.refundedMinor);
  const taken = leastOf(newlyRefunded, reserved.refundsPendingMinor - refundsPendingMinor);
  const arrived = leastOf(newlyRefunded, reserved.refundsMovedMinor - refundsMovedMinor);
  const refunded = {
    ...after,
    refundsPendingMinor: reserved.refundsPendingMinor - taken,
    refundsMovedMinor: reserved.refundsMovedMinor - arrived,
  };
  return [
    { kind: 'refund_reserved', entries: reversalEntries(payment, before, reserved) },
    { kind: 'refund', entries: reversalEntries(payment, reserved, refunded) },
    { kind: 'refund_reserved', entries: reversalEntries(payment, refunded, after) },
  ];
}

/** Unmatched funds are written off: what is left of them waits for its donor, `to_give_back → unclaimed`. */
export function writeOffEntries(payment: PaymentFacts, reversals: Reversals): Entry[] {
  const unclaimed = paymentEntries({ ...payment, isUnclaimed: true }, reversals);
  return mergeEntries([...negateEntries(paymentEntries(payment, reversals)), ...unclaimed]);
}

/** One movement on the gateway's account, with its fee. Amounts in minor units of their currency. */
export type Movement = {
  /** In the payment's currency: positive for money in, negative for money out. */
  amountMinor: bigint;
  settledCurrency: string;
  /** The same in the gateway's settlement currency. */
  settledMinor: bigint;
  /** The fee in the settlement currency; negative where the gateway returned it. */
  feeMinor: bigint;
};

/**
 * A gateway's fee. If the gateway settles in another currency, the movement goes through the exchange account of that pair, so
 * that each currency sums to zero. Under `plus_gateway_costs` the creator bears the fee, at the rate of the movement itself,
 * rounded half up; under `all_inclusive`, under an unknown model, and for unmatched funds the service does.
 */
export function movementEntries(payment: PaymentFacts, movement: Movement): Entry[] {
  const { currency, causeKey, gateway } = payment;
  const { settledCurrency, settledMinor, feeMinor, amountMinor } = movement;
  const line = (account: Entry['account'], of: string, amount: bigint, detail = ''): Entry => ({
    account,
    detail,
    currency: of,
    causeKey,
    amountMinor: amount,
  });
  const pair = `${currency}/${settledCurrency}`;
  const converted =
    settledCurrency === currency
      ? []
      : [
          line('gateway', currency, -amountMinor, gateway),
          line('exchange', currency, amountMinor, pair),
          line('gateway', settledCurrency, settledMinor, gateway),
          line('exchange', settledCurrency, -settledMinor, pair),
        ];
  const borne = costBorne(payment, movement);
  return mergeEntries([
    ...converted,
    line('gateway', settledCurrency, -feeMinor, gateway),
    line('gateway_cost', settledCurrency, feeMinor),
    line('creator', currency, borne),
    line('gateway_cost_recovery', currency, -borne),
  ]);
}

/** The creator's part of a cost, in minor units of the payment's currency. */
function costBorne(payment: PaymentFacts, movement: Movement): bigint {
  if (!payment.counted || payment.feeModel !== 'plus_gateway_costs') return 0n;
  const { feeMinor, settledMinor, amountMinor } = movement;
  if (movement.settledCurrency === payment.currency) return feeMinor;
  // An amount too small for the other currency has no rate; its cost is ours.
  if (settledMinor === 0n) return 0n;
  const borne = proportion(size(feeMinor), size(amountMinor), size(settledMinor));
  return feeMinor < 0n ? -borne : borne;
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
