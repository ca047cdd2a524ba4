import type { RemotePayment } from '#lib/rails/port.ts';

/** Why money that arrived does not count (decisions.md 42): after the end, a second time, or not what was asked. */
export const REFUND_REASONS = ['late', 'duplicate', 'mismatch'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

type Case = {
  money: Pick<RemotePayment, 'linkId' | 'amountMajor' | 'currency' | 'succeededAt'>;
  attempt: { amount: bigint; currency: string; wasLive: boolean };
  link: { id: string; expiresAt: Date; cancelledAt: Date | null; expiredAt: Date | null; isPaid: boolean };
  now: Date;
};

/**
 * Whether money that arrived completes its link. Called under the link's lock. A link once shown as ended stays so: past
 * its expiry only an attempt that was still live, and therefore kept the end open, can complete it (decisions.md 41).
 */
export function judge({ money, attempt, link, now }: Case): 'approved' | RefundReason {
  if (
    money.linkId !== link.id ||
    money.currency !== attempt.currency ||
    money.amountMajor !== Number(attempt.amount)
  )
    return 'mismatch';
  if (link.isPaid) return 'duplicate';
  if (link.cancelledAt || link.expiredAt || money.succeededAt.getTime() > link.expiresAt.getTime())
    return 'late';
  if (now.getTime() > link.expiresAt.getTime() && !attempt.wasLive) return 'late';
  return 'approved';
}
