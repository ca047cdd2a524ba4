import { type Gone, keptMinorOf } from '#lib/ledger/payment-postings.ts';
import { leastOf, minorUnitsPerMajor } from '#lib/money.ts';
import type { Payment } from '#prisma/generated/client.ts';

type Received = Gone & Pick<Payment, 'amount' | 'amountMinor' | 'currency'>;

/** Where unmatched funds are, in major units with their cents. Together the parts are never more than was received. */
export type UnmatchedRefund = {
  /** What the service gives back: made already, or still to be made. Chargebacks leave the rest of the payment. */
  refundMajor: number;
  /** The part of it that was sent by bank transfer. */
  byHandMajor: number;
  /** The part of it that is not given back yet. */
  leftMajor: number;
  /** What open chargebacks hold back. */
  heldMajor: number;
  /** What lost chargebacks took: the donor's bank has returned it. */
  takenMajor: number;
};

/** What is refunded of unmatched funds, and what their donor's bank has of them: the only source of what donors are told. */
export function unmatchedRefund(payment: Received): UnmatchedRefund {
  const { currency, refundedMinor, sentByHandMinor, disputedMinor, chargedBackMinor } = payment;
  const units = minorUnitsPerMajor(currency);
  const amountMinor = payment.amountMinor ?? payment.amount * BigInt(units);
  const leftMinor = keptMinorOf(amountMinor, payment);
  const refundMinor = leastOf(refundedMinor, amountMinor) + leftMinor;
  const takenMinor = leastOf(chargedBackMinor, amountMinor - refundMinor);
  const heldMinor = leastOf(disputedMinor, amountMinor - refundMinor - takenMinor);
  const major = (minor: bigint) => Number(minor) / units;
  return {
    refundMajor: major(refundMinor),
    byHandMajor: major(sentByHandMinor),
    leftMajor: major(leftMinor),
    heldMajor: major(heldMinor),
    takenMajor: major(takenMinor),
  };
}
