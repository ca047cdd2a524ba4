import { keptMinorOf } from '#lib/ledger/payment-postings.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { Payment } from '#prisma/generated/client.ts';

type Received = Pick<
  Payment,
  'amount' | 'amountMinor' | 'currency' | 'refundedMinor' | 'disputedMinor' | 'chargedBackMinor'
>;

/** Where unmatched funds are, in major units with their cents. Together the parts are never more than was received. */
export type UnmatchedRefund = {
  /** What the service refunds: made already, or still to be made. Chargebacks leave the rest of the payment. */
  refundMajor: number;
  /** The part of it that is not refunded yet. */
  leftMajor: number;
  /** What open chargebacks hold back. */
  heldMajor: number;
  /** What lost chargebacks took: the donor's bank has returned it. */
  takenMajor: number;
};

/** What is refunded of unmatched funds, and what their donor's bank has of them: the only source of what donors are told. */
export function unmatchedRefund(payment: Received): UnmatchedRefund {
  const { currency, refundedMinor, disputedMinor, chargedBackMinor } = payment;
  const units = minorUnitsPerMajor(currency);
  const amountMinor = payment.amountMinor ?? payment.amount * BigInt(units);
  const leftMinor = keptMinorOf(amountMinor, payment);
  const refundMinor = leastOf(refundedMinor, amountMinor) + leftMinor;
  const takenMinor = leastOf(chargedBackMinor, amountMinor - refundMinor);
  const heldMinor = leastOf(disputedMinor, amountMinor - refundMinor - takenMinor);
  const major = (minor: bigint) => Number(minor) / units;
  return {
    refundMajor: major(refundMinor),
    leftMajor: major(leftMinor),
    heldMajor: major(heldMinor),
    takenMajor: major(takenMinor),
  };
}

function leastOf(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
