import { type Tx, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { keptOf } from '#lib/ledger/payment-postings.ts';
import { type Currency, minorUnitsPerMajor } from '#lib/money.ts';
import type { Payment, Refund, RefundApproval } from '#prisma/generated/client.ts';
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
 * refund of the payment has not ended. `waits`: one waits for a second person. `stale`: some was given back since whoever
 * asks looked. `over_left`: more than is left.
 */
export type RefundRefusalCode = 'not_counted' | 'disputed' | 'under_way' | 'waits' | 'stale' | 'over_left';
export type RefundRequested =
  | { kind: 'requested'; refund: Refund }
  /** A second person is to approve it (approve-refund.ts): nothing is given back before, or ever where they refused. */
  | { kind: 'waits'; approval: RefundApproval }
  | { kind: 'missing' }
  | { kind: 'refused'; why: RefundRefusalCode };

/**
 * Writes down that a part of an approved payment, or all of it, is to be given back (decisions.md 46), with the job that
 * sees to it; the gateway is not asked here. With all that went back of the payment above what one member of staff gives back
 * alone, it waits for a second. Under the link's lock: of two who ask at once, one does.
 */
export function requestRefund(request: RefundRequest, now: Date): Promise<RefundRequested> {
  return transaction(async (tx) => {
    const found = await tx.payment.findUnique({
      where: { id: request.paymentId },
      select: { linkId: true },
    });
    if (!found || !(await lockLink(tx, found.linkId))) return { kind: 'missing' };
    const payment = await tx.payment.findUniqueOrThrow({ where: { id: request.paymentId } });
    const named = { paymentId_requestKey: { paymentId: payment.id, requestKey: request.key } };
    const earlier = await tx.refund.findUnique({ where: named });
    if (earlier) return { kind: 'requested', refund: earlier };
    const asked = await tx.refundApproval.findUnique({ where: named });
    if (asked) return { kind: 'waits', approval: asked };
    const why = await refundRefusal(tx, payment, request);
    if (why) return { kind: 'refused', why };
    return needsSecondPerson(payment, request)
      ? { kind: 'waits', approval: await writeApproval(tx, request, now) }
      : { kind: 'requested', refund: await writeRefund(tx, request, now) };
  });
}

/** All that went back counts, so that a large refund is not made of small ones. */
function needsSecondPerson(
  { refundedMinor, currency }: Payment,
  { amountMinor }: Pick<RefundRequest, 'amountMinor'>,
): boolean {
  const { allowSingleStaff, refundApprovalThreshold } = env();
  const threshold =
    BigInt(refundApprovalThreshold[currency as Currency]) * BigInt(minorUnitsPerMajor(currency));
  return !allowSingleStaff && refundedMinor + amountMinor > threshold;
}

/**
 * What forbids a refund of a payment now; undefined where nothing does. Under the link's lock.
 * @param wanted with the id of the approval that it waits under, if any: that one is not in its own way.
 */
export async function refundRefusal(
  tx: Tx,
  payment: Payment,
  { amountMinor, seenMinor, id }: Pick<RefundRequest, 'amountMinor' | 'seenMinor'> & { id?: string },
): Promise<RefundRefusalCode | undefined> {
  if (payment.state !== 'approved' || !payment.gatewayPaymentId) return 'not_counted';
  if (payment.disputedMinor > 0n) return 'disputed';
  if (await tx.refund.findFirst({ where: { paymentId: payment.id, state: 'pending' } })) return 'under_way';
  const waiting = await tx.refundApproval.findFirst({ where: { paymentId: payment.id, decidedAt: null } });
  if (waiting && waiting.id !== id) return 'waits';
  if (payment.refundedMinor !== seenMinor) return 'stale';
  const leftMinor = keptOf(payment.amountMinor ?? 0n, payment);
  return amountMinor < 1n || amountMinor > leftMinor ? 'over_left' : undefined;
}

function writeApproval(tx: Tx, request: RefundRequest, now: Date): Promise<RefundApproval> {
  const { paymentId, amountMinor, seenMinor, reason, key: requestKey, requestedBy } = request;
  return tx.refundApproval.create({
    data: {
      ...{ id: newId('refundApproval'), paymentId, requestKey, amountMinor, seenMinor, reason, requestedBy },
      requestedAt: now,
    },
  });
}

/** Writes a refund down that nothing forbids, with the job that sees to it. */
export async function writeRefund(
  tx: Tx,
  { paymentId, amountMinor, reason, key: requestKey, requestedBy }: Omit<RefundRequest, 'seenMinor'>,
  now: Date,
): Promise<Refund> {
  const refund = await tx.refund.create({
    data: {
      id: newId('refund'),
      ...{ paymentId, requestKey, amountMinor, reason, requestedBy },
      createdAt: now,
    },
  });
  await enqueue(tx, 'perform_refund', { id: refund.id }, new Date(now.getTime() + JOB_AFTER_MS));
  return refund;
}
