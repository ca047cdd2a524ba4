import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { oneOf } from '#lib/one-of.ts';
import { optional } from '#lib/optional.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import { REFUND_REASONS } from '#lib/payments/sync/decisions.ts';
import { unmatchedRefund } from '#lib/payments/unmatched-refund.ts';
import type { Payment, Prisma } from '#prisma/generated/client.ts';
import type { PaymentProgress, RefundNotice } from './checkout-view.ts';

/** What the gateways have reported for a link, from its payments, latest first: the payment in progress, else whether the latest one was declined. */
export function paymentProgress(payments: readonly Payment[]): PaymentProgress {
  const started = payments.filter(({ gatewayReference }) => gatewayReference !== null);
  const pending = started.filter(({ state }) => state === 'pending');
  const elsewhere = pending.find(({ rail }) => rail !== 'card');
  // A payment intent that the donor has not confirmed is not in progress; a wallet's page stays open after a declined try.
  const inProgress = pending.find(({ processing }) => processing) ?? (elsewhere?.lastError ? undefined : elsewhere);
  const latest = elsewhere ?? started[0];
  return {
    waitingFor: inProgress ? oneOf(PAYMENT_METHODS, inProgress.rail) : null,
    processing: inProgress?.processing ?? false,
    declined:
      !inProgress && latest?.rail !== 'card' && ['declined', 'canceled', 'pending'].includes(latest?.state ?? ''),
    cardDeclined: !inProgress && latest?.rail === 'card' && latest.state === 'pending' && latest.lastError !== null,
  };
}

/** The states of unmatched funds. */
const UNMATCHED = ['refund_due', 'refunded', 'charged_back', 'unclaimed'];

/** Refunds that came back after the donor was told they had succeeded, unless they were retried. */
const RETURNED = {
  returnedAt: { not: null },
  OR: [{ resolvedAt: null }, { resolvedBy: { not: null } }],
} satisfies Prisma.RefundWhereInput;

/** What became of the latest unmatched funds of a link, from its payments; null where there are none. */
export async function refundNotice(payments: readonly Payment[]): Promise<RefundNotice | null> {
  const unmatched = payments.filter(({ state }) => UNMATCHED.includes(state));
  const settledAt = (payment: Payment) => payment.settledAt?.getTime() ?? 0;
  const [payment] = unmatched.sort((one, other) => settledAt(other) - settledAt(one));
  if (!payment) return null;
  return {
    ...noticeOf(payment, await refundsOf(payment)),
    currency: payment.currency,
    reason: oneOf(REFUND_REASONS, payment.refundReason ?? ''),
  };
}

/** `returnedMajor`: the latest refund that came back, or the transfers that did, and was not made again; null where none did. */
type KnownRefunds = { isPending: boolean; returnedMajor: number | null };

/**
 * What the donor of unmatched funds reads of them: what is really refunded, beside what their bank has of the same
 * payment.
 */
function noticeOf(
  payment: Parameters<typeof unmatchedRefund>[0] & Pick<Payment, 'state'>,
  { isPending, returnedMajor }: KnownRefunds,
): Omit<RefundNotice, 'currency' | 'reason'> {
  const { refundMajor, byHandMajor, leftMajor, heldMajor, takenMajor } = unmatchedRefund(payment);
  const byHand = byHandMajor > 0 ? { byTransfer: byHandMajor } : {};
  const held = heldMajor > 0 ? { heldByBank: heldMajor } : {};
  const taken = takenMajor > 0 ? { returnedByBank: takenMajor } : {};
  if (refundMajor === 0 && heldMajor > 0) return { state: 'disputed', amount: heldMajor, ...taken };
  if (refundMajor === 0) return { state: 'charged_back', amount: takenMajor };
  if (payment.state === 'unclaimed' && leftMajor > 0)
    return {
      state: 'unclaimed',
      amount: leftMajor,
      ...optional('contact', env().about.supportEmail),
      ...byHand,
      ...held,
      ...taken,
    };
  // What was refunded stays refunded while a bank decides about the rest, and after it took that.
  const isMade = payment.state !== 'refund_due' || (leftMajor === 0 && heldMajor > 0 && !isPending);
  if (isMade) return { state: 'refunded', amount: refundMajor, ...byHand, ...held, ...taken };
  if (returnedMajor !== null) {
    const amount = Math.min(returnedMajor, leftMajor);
    return { state: 'returned', amount, ...byHand, ...held, ...taken };
  }
  return { state: 'refund_due', amount: refundMajor, ...byHand, ...held, ...taken };
}

async function refundsOf({ id: paymentId, currency }: Payment): Promise<KnownRefunds> {
  const isPending = (await db().refund.count({ where: { paymentId, state: 'pending' } })) > 0;
  const returned = await db().refund.findFirst({
    where: { paymentId, ...RETURNED },
    orderBy: { returnedAt: 'desc' },
    select: { amountMinor: true },
  });
  const { _sum: transfers } = await db().manualRefund.aggregate({
    where: { paymentId, returnedAt: { not: null }, refund: { resolvedAt: null } },
    _sum: { amountMinor: true },
  });
  const amounts = [returned?.amountMinor, transfers.amountMinor].filter((minor) => minor != null);
  if (amounts.length === 0) return { isPending, returnedMajor: null };
  return { isPending, returnedMajor: Math.max(...amounts.map(Number)) / minorUnitsPerMajor(currency) };
}
