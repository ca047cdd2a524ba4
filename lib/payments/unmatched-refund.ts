import { type SettledReversals, splitOf } from '#lib/ledger/payment-postings.ts';
import { leastOf, minorUnitsPerMajor } from '#lib/money.ts';
import type { Payment } from '#prisma/generated/client.ts';

type Received = SettledReversals & Pick<Payment, 'amount' | 'amountMinor' | 'currency'>;

/** Where unmatched funds are, in major units with their cents. Together the parts are never more than was received. */
type UnmatchedRefund = {
  /** What the service gives back: made already, or still to be made. Chargebacks leave the rest of the payment. */
  refundMajor: number;
  /** The part of it that was sent by bank transfer. */
  byHandMajor: number;
  /** The part of it that is not refunded yet. */
  leftMajor: number;
  /** What open chargebacks hold back. */
  heldMajor: number;
  /** What lost chargebacks took: the donor's bank has returned it. */
  takenMajor: number;
};

/** What is refunded of unmatched funds, and what their donor's bank has of them: the only source of what donors read of it. */
export function unmatchedRefund(payment: Received): UnmatchedRefund {
  const units = minorUnitsPerMajor(payment.currency);
  const split = splitOf(payment.amountMinor ?? payment.amount * BigInt(units), payment);
  const major = (minor: bigint) => Number(minor) / units;
  return {
    refundMajor: major(split.refundedMinor + split.keptMinor),
    byHandMajor: major(leastOf(payment.sentByHandMinor, split.refundedMinor)),
    leftMajor: major(split.keptMinor),
    heldMajor: major(split.disputedMinor),
    takenMajor: major(split.chargedBackMinor),
  };
}
