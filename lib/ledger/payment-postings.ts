import { condense, type Entry, reversed } from './accounts.ts';
import { commissionKept, share } from './commission.ts';

/** What the ledger needs to know of a payment. Amounts in minor units (lib/money.ts). */
export type PaymentFacts = {
  gateway: string;
  causeKey: string;
  currency: string;
  amountMinor: bigint;
  /** The percentage of its link, as written: at most four decimals. */
  feePercent: string;
  feeModel: string;
  /** Whether it completed its link; otherwise it is to be given back (decisions.md 42). */
  counted: boolean;
};

/** What has left of a payment since it arrived, in minor units (lib/money.ts). */
export type Reversals = {
  refundedMinor: bigint;
  /** Held back by open chargebacks. */
  disputedMinor: bigint;
  /** Taken by chargebacks that were lost. */
  chargedBackMinor: bigint;
};
export const UNTOUCHED: Reversals = { refundedMinor: 0n, disputedMinor: 0n, chargedBackMinor: 0n };

/** What is still there of a payment, in minor units; zero where chargebacks took more than was left. */
export function keptOf(amountMinor: bigint, reversals: Reversals): bigint {
  const held = heldOf(amountMinor, reversals);
  return held > 0n ? held : 0n;
}

/** The same as it stands with the gateway: below zero where chargebacks took more. Never more is given back than came in. */
function heldOf(amountMinor: bigint, { refundedMinor, disputedMinor, chargedBackMinor }: Reversals): bigint {
  const refunded = refundedMinor < amountMinor ? refundedMinor : amountMinor;
  return amountMinor - refunded - disputedMinor - chargedBackMinor;
}

/**
 * Where the money of a payment is, as entries that lead there from nothing: owed to the creator and earned by us, less what
 * was given back, is held back by open chargebacks or was lost in them (decisions.md 46, 53). What chargebacks took beyond
 * that, as after a refund in full, is a loss of ours.
 */
export function positionOf(payment: PaymentFacts, reversals: Reversals): Entry[] {
  const { amountMinor, gateway, currency, causeKey } = payment;
  const kept = keptOf(amountMinor, reversals);
  const held = heldOf(amountMinor, reversals);
  const line = (account: Entry['account'], amount: bigint, detail = ''): Entry => ({
    ...{ account, detail, currency, causeKey, amountMinor: amount },
  });
  const ours = [line('gateway', held, gateway), line('dispute_losses', kept - held)];
  if (!payment.counted) return condense([...ours, line('to_give_back', -kept)]);
  const commission = commissionKept(amountMinor, amountMinor - kept, payment.feePercent);
  return condense([...ours, line('creator', commission - kept), line('commission', -commission)]);
}

/** A payment arrives: `gateway ← creator + commission`, or `gateway ← to_give_back` where it does not count. */
export function arrival(payment: PaymentFacts): Entry[] {
  return positionOf(payment, UNTOUCHED);
}

/** From one standing of a payment to another: refunds and disputes, and the same taken back. */
export function reversal(payment: PaymentFacts, before: Reversals, after: Reversals): Entry[] {
  return condense([...reversed(positionOf(payment, before)), ...positionOf(payment, after)]);
}

/** One movement on the gateway's own account, in which it takes its costs; amounts in minor units of their currency. */
export type Movement = {
  /** In the payment's currency: above zero what came in, below zero what went back. */
  amountMinor: bigint;
  settledCurrency: string;
  /** The same in the gateway's settlement currency. */
  settledMinor: bigint;
  /** What it took, in the settlement currency; below zero what it gave back of it. */
  feeMinor: bigint;
};

/**
 * What a gateway took for its service. Where it settles in another currency, what it moved goes through the exchange of
 * that pair, so that each currency stays at zero. Under `plus_gateway_costs` the creator bears the cost, at the rate of
 * the movement itself, rounded half up; under `all_inclusive`, under a model without a name, and for money that does not
 * count, we do.
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
  // An amount too small for the other currency has no rate; what it cost stays with us.
  if (settledMinor === 0n) return 0n;
  const borne = share(size(feeMinor), size(amountMinor), size(settledMinor));
  return feeMinor < 0n ? -borne : borne;
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
