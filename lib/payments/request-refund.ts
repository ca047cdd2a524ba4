import { type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { keptOf } from '#lib/ledger/payment-postings.ts';
import type { Payment, Refund } from '#prisma/generated/client.ts';
import { lockLink } from './lock-link.ts';

/** How long the request itself may take before the job takes the refund over, in milliseconds. */
const JOB_AFTER_MS = 30_000;

export type RefundRequest = {
  paymentId: string;
  /** Minor units of the payment's currency (lib/money.ts). */
  amountMinor: bigint;
  /** Why, for the audit log: 1 to 500 characters. */
  reason: string;
  /** Names this request: asked again with the same key, it is the same refund. At most 255 characters. */
  key: string;
  /** What had gone back when whoever asks looked: somebody else may have been faster. Minor units. */
  seenMinor: bigint;
  /** The id of the account that asks. */
  requestedBy: string;
};

/**
 * `not_counted`: only approved payments are given back by hand. `disputed`: a bank holds it back. `under_way`: another
 * refund of the payment has not ended. `stale`: some was given back since whoever asks looked. `over_left`: more than is left.
 */
export type RefundRefusalCode = 'not_counted' | 'disputed' | 'under_way' | 'stale' | 'over_left';
export type RefundRequested =
  | { kind: 'requested'; refund: Refund }
  | { kind: 'missing' }
  | { kind: 'refused'; why: RefundRefusalCode };

/**
 * Writes down that a part of an approved payment, or all of it, is to be given back (decisions.md 46), with the job that
 * sees to it; the gateway is not asked here. Under the link's lock: of two who ask at once, one does.
 */
export function requestRefund(request: RefundRequest, now: Date): Promise<RefundRequested> {
  return transaction(async (tx) => {
    const found = await tx.payment.findUnique({
      where: { id: request.paymentId },
      select: { linkId: true },
    });
    if (!found || !(await lockLink(tx, found.linkId))) return { kind: 'missing' };
    const payment = await tx.payment.findUniqueOrThrow({ where: { id: request.paymentId } });
    const earlier = await tx.refund.findUnique({
      where: { paymentId_requestKey: { paymentId: payment.id, requestKey: request.key } },
    });
    if (earlier) return { kind: 'requested', refund: earlier };
    const why = await refusalOf(tx, payment, request);
    return why
      ? { kind: 'refused', why }
      : { kind: 'requested', refund: await write(tx, payment, request, now) };
  });
}

async function refusalOf(
  tx: Tx,
  payment: Payment,
  { amountMinor, seenMinor }: RefundRequest,
): Promise<RefundRefusalCode | undefined> {
  if (payment.state !== 'approved' || !payment.gatewayPaymentId) return 'not_counted';
  if (payment.disputedMinor > 0n) return 'disputed';
  if (await tx.refund.findFirst({ where: { paymentId: payment.id, state: 'pending' } })) return 'under_way';
  if (payment.refundedMinor !== seenMinor) return 'stale';
  const leftMinor = keptOf(payment.amountMinor ?? 0n, payment);
  return amountMinor < 1n || amountMinor > leftMinor ? 'over_left' : undefined;
}

async function write(tx: Tx, payment: Payment, request: RefundRequest, now: Date): Promise<Refund> {
  const { amountMinor, reason, key: requestKey, requestedBy } = request;
  const refund = await tx.refund.create({
    data: {
      id: newId('refund'),
      paymentId: payment.id,
      ...{ requestKey, amountMinor, reason, requestedBy },
      createdAt: now,
    },
  });
  await enqueue(tx, 'perform_refund', { id: refund.id }, new Date(now.getTime() + JOB_AFTER_MS));
  return refund;
}
