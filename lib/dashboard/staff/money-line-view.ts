import type { AmountView } from './list-view.ts';

/** What a clause says of an amount. */
export type AmountClause =
  | ('paid' | 'paidUnmatched' | 'refunded' | 'sentByHand' | 'refundPending' | 'chargedBack' | 'disputed')
  | ('beyond' | 'left' | 'uncovered' | 'toRefund' | 'unclaimed');

/** A part of the line that says where a payment's money is. The texts are `staff.money.line`. */
export type MoneyClause =
  | { says: 'waiting' | 'undecided' | 'nothing' | 'disputeWon' | 'releaseUnknown' }
  | { says: AmountClause; amount: AmountView }
  | { says: 'kept'; amount: AmountView; commission: AmountView | null; cost: AmountView | null }
  | { says: 'released' | 'onItsWay'; at: Date };
