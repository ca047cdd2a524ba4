import { commissionKept, share } from './commission.ts';
import { condense, type Entry, reversed } from './post.ts';

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
};

/** The amounts that refunds and chargebacks took from a payment, in minor units (lib/money.ts). */
export type Reversals = {
  refundedMinor: bigint;
  /** Held back by open chargebacks. */
  disputedMinor: bigint;
  /** Taken by chargebacks that were lost. */
  chargedBackMinor: bigint;
};
export const UNTOUCHED: Reversals = { refundedMinor: 0n, disputedMinor: 0n, chargedBackMinor: 0n };

/** What is left of a payment, in minor units; zero where chargebacks took more. */
export function keptMinorOf(amountMinor: bigint, reversals: Reversals): bigint {
  const held = heldOf(amountMinor, reversals);
  return held > 0n ? held : 0n;
}

/**
 * The gateway's balance of a payment: negative if chargebacks took more than was left. Refunds never exceed the payment.
 */
function heldOf(amountMinor: bigint, { refundedMinor, disputedMinor, chargedBackMinor }: Reversals): bigint {
  const refunded = refundedMinor < amountMinor ? refundedMinor : amountMinor;
  return amountMinor - refunded - disputedMinor - chargedBackMinor;
}

/**
 * The entries of a payment from zero to its current amounts: owed to the creator and our income, less refunds and amounts
 * that chargebacks hold back or took (rulings 46, 53). What chargebacks took beyond that, as after a full refund, is a loss
 * of the service.
 */
export function positionOf(payment: PaymentFacts, reversals: Reversals): Entry[] {
  const { amountMinor, gateway, currency, causeKey } = payment;
  const kept = keptMinorOf(amountMinor, reversals);
  const held = heldOf(amountMinor, reversals);
  const line = (account: Entry['account'], amount: bigint, detail = ''): Entry => ({
    ...{ account, detail, currency, causeKey, amountMinor: amount },
  });
  const ours = [line('gateway', held, gateway), line('dispute_losses', kept - held)];
  if (!payment.counted) return condense([...ours, line('to_give_back', -kept)]);
  const commission = commissionKept(amountMinor, amountMinor - kept, payment.feePercent);
  return condense([...ours, line('creator', commission - kept), line('commission', -commission)]);
}

/** A payment is received: `gateway ← creator + commission`, or `gateway ← to_give_back` for unmatched funds. */
export function arrival(payment: PaymentFacts): Entry[] {
  return positionOf(payment, UNTOUCHED);
}

/** The entries from one set of reversals to another: refunds and disputes, and their undoing. */
export function reversal(payment: PaymentFacts, before: Reversals, after: Reversals): Entry[] {
  return condense([...reversed(positionOf(payment, before)), ...positionOf(payment, after)]);
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
export function settlement(payment: PaymentFacts, movement: Movement): Entry[] {
  const { currency, causeKey, gateway } = payment;
  const { settledCurrency, settledMinor, feeMinor, amountMinor } = movement;
  const line = (account: Entry['account'], of: string, amount: bigint, detail = ''): Entry => ({
    ...{ account, detail, currency: of, causeKey, amountMinor: amount },
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
  return condense([
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
  const borne = share(size(feeMinor), size(amountMinor), size(settledMinor));
  return feeMinor < 0n ? -borne : borne;
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
