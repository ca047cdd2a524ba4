import { db } from '#lib/db.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import { receivedMajor } from '#lib/payments/received-amount.ts';
import { REFUND_REASONS } from '#lib/payments/sync/classify.ts';
import type { Payment, Prisma } from '#prisma/generated/client.ts';
import type { PaymentProgress, RefundNotice } from './checkout-view.ts';

/** What the gateways have reported for a link, from its payments, latest first: the payment in progress, else whether the latest one was declined. */
export function paymentProgress(payments: readonly Payment[]): PaymentProgress {
  const started = payments.filter(({ gatewayReference }) => gatewayReference !== null);
  const pending = started.filter(({ state }) => state === 'pending');
  const elsewhere = pending.find(({ rail }) => rail !== 'card');
  // A payment intent that the donor has not confirmed is not in progress; a wallet's page stays open after a declined try.
  const inProgress =
    pending.find(({ processing }) => processing) ?? (elsewhere?.lastError ? undefined : elsewhere);
  const latest = elsewhere ?? started[0];
  return {
    waitingFor: inProgress ? oneOf(PAYMENT_METHODS, inProgress.rail) : null,
    processing: inProgress?.processing ?? false,
    declined:
      !inProgress &&
      latest?.rail !== 'card' &&
      ['declined', 'canceled', 'pending'].includes(latest?.state ?? ''),
    cardDeclined:
      !inProgress && latest?.rail === 'card' && latest.state === 'pending' && latest.lastError !== null,
  };
}

/** The states of unmatched funds. */
const UNMATCHED = ['refund_due', 'refunded', 'charged_back'];

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
    state: await noticeState(payment),
    amount: payment.state === 'charged_back' ? takenMajor(payment) : receivedMajor(payment),
    currency: payment.currency,
    reason: oneOf(REFUND_REASONS, payment.refundReason ?? ''),
  };
}

async function noticeState({ id: paymentId, state }: Payment): Promise<RefundNotice['state']> {
  if (state === 'refunded' || state === 'charged_back') return state;
  const returned = await db().refund.findFirst({ where: { paymentId, ...RETURNED }, select: { id: true } });
  return returned ? 'returned' : 'refund_due';
}

/** The amount that chargebacks took, in major units: at most what was received. */
function takenMajor({ chargedBackMinor, amountMinor, currency }: Payment): number {
  const whole = amountMinor ?? 0n;
  return Number(chargedBackMinor < whole ? chargedBackMinor : whole) / minorUnitsPerMajor(currency);
}
