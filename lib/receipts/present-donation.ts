import { causeUrl } from '#lib/causes/present.ts';
import { isPubliclyVisible } from '#lib/causes/states.ts';
import { env } from '#lib/env.ts';
import type { FoundReceipt } from './find.ts';
import { writeReceiptNumber } from './receipt-number.ts';
import type { DonationView, ReversalsView } from './receipt-view.ts';
import type { SignedStatement } from './signed-statement.ts';

/** The donation of a receipt, as it was signed, and its reversals since. */
export function presentDonation({ payment, cause }: FoundReceipt, statement: SignedStatement): DonationView {
  if (payment.receiptNumber === null) throw new Error('Bug: an approved payment without a receipt number');
  return {
    number: writeReceiptNumber(payment.receiptNumber),
    paymentId: statement.payment_id,
    amountMajor: statement.amount,
    currency: statement.currency,
    completedAt: statement.completed_at,
    causeTitle: statement.cause_title,
    causeUrl: isPubliclyVisible(cause.state) ? causeUrl(cause.slug) : null,
    country: cause.country,
    reversals: reversalsOf(payment),
    testMode: !env().live,
  };
}

/** The columns of an approved payment that its reversals are derived from. `amount` in major units, others in minor. */
type Reversible = {
  amount: bigint;
  amountMinor: bigint | null;
  refundedMinor: bigint;
  sentByHandMinor: bigint;
  disputedMinor: bigint;
  chargedBackMinor: bigint;
};

/** How much of an approved payment was refunded or disputed since (rulings 46, 53); null where nothing was. */
export function reversalsOf(payment: Reversible): ReversalsView | null {
  const { amount, amountMinor, refundedMinor, sentByHandMinor, disputedMinor, chargedBackMinor } = payment;
  if (refundedMinor + disputedMinor + chargedBackMinor === 0n) return null;
  const whole = amountMinor ?? 0n;
  const returned = refundedMinor + chargedBackMinor;
  const left = whole - returned - disputedMinor;
  // As a share of the whole: only the rail knows what a minor unit of its gateway is.
  const major = (part: bigint) => {
    if (part >= whole) return Number(amount);
    return (Number(amount) * Number(part)) / Number(whole);
  };
  return {
    refundedMajor: major(refundedMinor),
    byHandMajor: major(sentByHandMinor),
    isFullRefund: refundedMinor >= whole,
    disputedMajor: major(disputedMinor),
    chargedBackMajor: major(chargedBackMinor),
    leftMajor: left > 0n ? major(left) : 0,
    isReturned: returned >= whole,
  };
}
