import { db } from '#lib/db.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import type { Payment, Prisma } from '#prisma/generated/client.ts';
import { arrivedMajor } from './arrived.ts';
import type { LinkStanding, RefundNotice } from './checkout-view.ts';
import { REFUND_REASONS } from './judge.ts';

/** How a link stands with its gateways, as far as they have told us: what is under way, else whether the latest was turned down. */
export async function linkStanding(linkId: string): Promise<LinkStanding> {
  const started = await db().payment.findMany({
    where: { linkId, gatewayReference: { not: null } },
    orderBy: { createdAt: 'desc' },
    select: { rail: true, state: true, lastError: true, processing: true },
  });
  const pending = started.filter(({ state }) => state === 'pending');
  const elsewhere = pending.find(({ rail }) => rail !== 'card');
  // A card's intent waits for nothing until it was paid; a wallet's page stays open after a try that was declined there.
  const underWay =
    pending.find(({ processing }) => processing) ?? (elsewhere?.lastError ? undefined : elsewhere);
  const latest = elsewhere ?? started[0];
  return {
    waitingFor: underWay ? oneOf(PAYMENT_METHODS, underWay.rail) : null,
    processing: underWay?.processing ?? false,
    declined:
      !underWay &&
      latest?.rail !== 'card' &&
      ['declined', 'canceled', 'pending'].includes(latest?.state ?? ''),
  };
}

/** Refunds that came back after the donor was told that they were done, unless another was tried in their place. */
const CAME_BACK = {
  returnedAt: { not: null },
  OR: [{ resolvedAt: null }, { resolvedBy: { not: null } }],
} satisfies Prisma.RefundWhereInput;

/** The latest money of a link that does not count, if any. */
export async function refundNotice(linkId: string): Promise<RefundNotice | null> {
  const payment = await db().payment.findFirst({
    where: { linkId, state: { in: ['refund_due', 'refunded', 'charged_back'] } },
    orderBy: { settledAt: 'desc' },
    include: { refunds: { where: CAME_BACK, select: { id: true }, take: 1 } },
  });
  if (!payment) return null;
  return {
    state: noticeState(payment),
    amount: payment.state === 'charged_back' ? takenMajor(payment) : arrivedMajor(payment),
    currency: payment.currency,
    reason: oneOf(REFUND_REASONS, payment.refundReason ?? ''),
  };
}

function noticeState({ state, refunds }: Payment & { refunds: unknown[] }): RefundNotice['state'] {
  if (state === 'refunded' || state === 'charged_back') return state;
  return refunds.length > 0 ? 'returned' : 'refund_due';
}

/** What chargebacks took, in major units: never more than arrived. */
function takenMajor({ chargedBackMinor, amountMinor, currency }: Payment): number {
  const whole = amountMinor ?? 0n;
  return Number(chargedBackMinor < whole ? chargedBackMinor : whole) / minorUnitsPerMajor(currency);
}
