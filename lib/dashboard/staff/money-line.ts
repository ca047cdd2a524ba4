import type { PaymentFigures } from '#lib/ledger/payment-figures.ts';
import { leastOf } from '#lib/money.ts';
import type { PaymentState } from '#lib/payments/states.ts';
import { unreachable } from '#lib/unreachable.ts';
import { fromMinor } from './amounts.ts';
import type { AmountView } from './list-view.ts';
import type { AmountClause, MoneyClause } from './money-line-view.ts';

/** What the line is about. Amounts in minor units of the payment's currency (lib/money.ts). */
export type MoneyFacts = {
  state: PaymentState;
  /** The donor has paid and the gateway has not decided yet. */
  processing: boolean;
  figures: PaymentFigures;
  currency: string;
  /** Lower-case ISO code of the cause. */
  /** The part of what was refunded that staff sent by bank transfer. */
  sentByHandMinor: bigint;
  /** Asked for as refunds that have not succeeded. */
  refundsPendingMinor: bigint;
  /** Whether a chargeback was decided for us. */
  wonDispute: boolean;
  /** When the gateway releases the money, as it said last; null while unknown. */
  releasedAt: Date | null;
  /** Whether it has confirmed that. */
  isReleased: boolean;
};

/** Where a payment's money is now, in the order in which it is said. From the same figures as every list, file and sum. */
export function moneyLine(facts: MoneyFacts, now: Date): MoneyClause[] {
  const { state } = facts;
  switch (state) {
    case 'starting':
    case 'pending':
      return [{ says: facts.processing ? 'undecided' : 'waiting' }];
    case 'declined':
    case 'canceled':
    case 'failed':
      return [{ says: 'nothing' }];
    case 'approved':
      return [...received(facts, 'paid'), ...creatorClauses(facts, now)];
    case 'refund_due':
    case 'refunded':
    case 'charged_back':
      return [...received(facts, 'paidUnmatched'), ...some(facts, 'toRefund', unreservedMinor(facts))];
    case 'unclaimed':
      return [...received(facts, 'paidUnmatched'), ...some(facts, 'unclaimed', unreservedMinor(facts))];
    default:
      return unreachable(state);
  }
}

/** What came in, and what of it is away again. */
function received(facts: MoneyFacts, came: 'paid' | 'paidUnmatched'): MoneyClause[] {
  const { figures, sentByHandMinor, wonDispute } = facts;
  return [
    { says: came, amount: amountOf(facts, figures.paidMinor) },
    ...some(facts, 'refunded', figures.refundedMinor),
    ...some(facts, 'sentByHand', leastOf(sentByHandMinor, figures.refundedMinor)),
    ...some(facts, 'refundPending', refundingOf(facts)),
    ...some(facts, 'chargedBack', figures.chargedBackMinor),
    ...some(facts, 'disputed', figures.disputedMinor),
    ...some(facts, 'beyond', figures.beyondMinor),
    ...(wonDispute ? [{ says: 'disputeWon' } as const] : []),
  ];
}

/** What is being refunded of what is left. */
function refundingOf({ figures, refundsPendingMinor }: MoneyFacts): bigint {
  return leastOf(refundsPendingMinor, figures.keptMinor + figures.refundingMinor);
}

/** What is left of unmatched funds beside the refund in progress. */
function unreservedMinor(facts: MoneyFacts): bigint {
  return facts.figures.keptMinor - refundingOf(facts);
}

/** What the creator has of it, less what it cost. Costs that are more than is left reduce the rest of their balance. */
function creatorClauses(facts: MoneyFacts, now: Date): MoneyClause[] {
  const { figures } = facts;
  const { keptMinor, commissionMinor, costMinor, netMinor } = figures;
  if (netMinor < 0n) return [...some(facts, 'left', keptMinor), ...some(facts, 'uncovered', -netMinor)];
  if (keptMinor === 0n) return [];
  return [
    {
      says: 'kept',
      amount: amountOf(facts, keptMinor),
      commission: commissionMinor === 0n ? null : amountOf(facts, commissionMinor),
      cost: costMinor === 0n ? null : amountOf(facts, costMinor),
    },
    releaseOf(facts, now),
  ];
}

/** When the money is released. A day that has come releases nothing until the gateway has confirmed it. */
function releaseOf({ releasedAt, isReleased }: MoneyFacts, now: Date): MoneyClause {
  if (releasedAt === null || (!isReleased && releasedAt <= now)) return { says: 'releaseUnknown' };
  return { says: isReleased ? 'released' : 'onItsWay', at: releasedAt };
}

/** A clause about an amount, unless it is zero. */
function some(facts: MoneyFacts, says: AmountClause, amountMinor: bigint): MoneyClause[] {
  return amountMinor === 0n ? [] : [{ says, amount: amountOf(facts, amountMinor) }];
}

function amountOf({ currency }: MoneyFacts, amountMinor: bigint): AmountView {
  return fromMinor(amountMinor, currency);
}
