import { isPastExpiry } from '#lib/checkout-links/status.ts';
import type { RemotePayment } from '#lib/rails/port/payment.ts';

/** Why funds are unmatched (ruling 42): received after the link ended, a second time, or not as asked for. */
export const REFUND_REASONS = ['late', 'duplicate', 'mismatch'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

type Case = {
  money: Pick<RemotePayment, 'linkId' | 'amountMajor' | 'currency' | 'succeededAt'>;
  attempt: { amount: bigint; currency: string; wasLive: boolean };
  link: { id: string; expiresAt: Date; cancelledAt: Date | null; expiredAt: Date | null; isPaid: boolean };
  now: Date;
};

/**
 * Whether received money completes its link. Called under the link's row lock. A link that was reported as ended stays
 * ended: past its expiry only an attempt that was still live, and so kept the end open, can complete it (ruling 41).
 */
export function classifyPayment({ money, attempt, link, now }: Case): 'approved' | RefundReason {
  if (money.linkId !== link.id || money.currency !== attempt.currency || money.amountMajor !== Number(attempt.amount))
    return 'mismatch';
  if (link.isPaid) return 'duplicate';
  if (link.cancelledAt || link.expiredAt || isPastExpiry(link, money.succeededAt)) return 'late';
  if (isPastExpiry(link, now) && !attempt.wasLive) return 'late';
  return 'approved';
}
