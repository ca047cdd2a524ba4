import type { Currency } from '#lib/currencies.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { refundableMinorOf } from '#lib/ledger/payment-postings.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { reserveRefunds } from '#lib/payments/sync/reserve-refunds.ts';
import { writeRefund } from '#lib/payments/write-refund.ts';
import { requiresApproval } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { Payment, Refund, RefundApproval } from '#prisma/generated/client.ts';

/** How long the request itself can take before the job takes the refund over, in milliseconds. */
const JOB_AFTER_MS = 30_000;

export type RefundRequest = {
  paymentId: string;
  /** Minor units of the payment's currency (lib/money.ts). */
  amountMinor: bigint;
  /** The reason for the audit log: 1 to 500 characters. */
  reason: string;
  /** Identifies the request: the same key is the same refund. At most 255 characters. */
  key: string;
  /** What the requester saw to be refunded (`refundedSoFar`): somebody else may have been faster. Minor units. */
  seenMinor: bigint;
  /** The requester's account id. */
  requestedBy: string;
};

type RefundRequested =
  | { kind: 'requested'; refund: Refund }
  /** Needs approval first (approve-refund.ts). If it was rejected, it is never made. */
  | { kind: 'waits'; approval: RefundApproval };

/** Writes an entry of the audit log for a request that is new, in its transaction. */
type RecordRequest = (tx: Tx, requested: RefundRequested) => Promise<void>;

/**
 * Requests a refund of a part of an approved payment, or of all of it (ruling 46), and enqueues the job that performs it;
 * does not call the gateway. Its amount is reserved at once. If all refunds of the payment together exceed what one staff
 * member can refund alone, it waits for approval. Under the link's lock: of two concurrent requests, one is accepted.
 * @param record not called for a request that was made before
 * @throws DomainError `payment_not_found`, or the reasons of `requireRefundable`
 */
export function requestRefund(
  request: RefundRequest,
  now: Date,
  record: RecordRequest = async () => {},
): Promise<RefundRequested> {
  return transaction(async (tx) => {
    const found = await tx.payment.findUnique({
      where: { id: request.paymentId },
      select: { linkId: true },
    });
    if (!found) throw new DomainError('payment_not_found');
    await lockLink(tx, found.linkId);
    const payment = await tx.payment.findUniqueOrThrow({ where: { id: request.paymentId } });
    const named = { paymentId_requestKey: { paymentId: payment.id, requestKey: request.key } };
    const earlier = await tx.refund.findUnique({ where: named });
    if (earlier) return { kind: 'requested', refund: sameAmount(earlier, request) };
    const asked = await tx.refundApproval.findUnique({ where: named });
    if (asked) return { kind: 'waits', approval: sameAmount(asked, request) };
    await requireRefundable(tx, payment, request);
    const requested: RefundRequested = needsRefundApproval(payment, request)
      ? { kind: 'waits', approval: await writeApproval(tx, request, now) }
      : { kind: 'requested', refund: await writeStaffRefund(tx, request, now) };
    await reserveRefunds(tx, payment.id, now);
    await record(tx, requested);
    return requested;
  });
}

/**
 * The request that was made before with this key.
 * @throws DomainError `refund_stale` for another amount, so that nobody believes that this one is on its way
 */
function sameAmount<T extends Refund | RefundApproval>(earlier: T, { amountMinor }: RefundRequest): T {
  if (earlier.amountMinor !== amountMinor) throw new DomainError('refund_stale');
  return earlier;
}

/** What was refunded of a payment, or is being refunded because somebody asked for it at the gateway itself. Minor units. */
export function refundedSoFar({
  refundedMinor,
  refundsElsewhereMinor,
}: Pick<Payment, 'refundedMinor' | 'refundsElsewhereMinor'>): bigint {
  return refundedMinor + refundsElsewhereMinor;
}

/** Whether a refund needs a second person. Counts all refunds, so that a large one cannot be split into small ones. */
export function needsRefundApproval(payment: Payment, { amountMinor }: Pick<RefundRequest, 'amountMinor'>): boolean {
  const { currency } = payment;
  const { refundApprovalThreshold } = env();
  const threshold = BigInt(refundApprovalThreshold[currency as Currency]) * BigInt(minorUnitsPerMajor(currency));
  return requiresApproval('payment.refund', refundedSoFar(payment) + amountMinor > threshold);
}

/**
 * Requires that a payment can be refunded now. Under the link's lock.
 * @param request `id`: of the approval that it waits for, which does not prevent it
 * @throws DomainError `payment_not_approved`, `payment_disputed`, `refund_pending`, `refund_awaits_approval`,
 * `refund_stale`, `over_refundable`
 */
export async function requireRefundable(
  tx: Tx,
  payment: Payment,
  { amountMinor, seenMinor, id }: Pick<RefundRequest, 'amountMinor' | 'seenMinor'> & { id?: string },
): Promise<void> {
  if (payment.state !== 'approved' || !payment.gatewayPaymentId) throw new DomainError('payment_not_approved');
  if (payment.disputedMinor > 0n) throw new DomainError('payment_disputed');
  if (await tx.refund.findFirst({ where: { paymentId: payment.id, state: 'pending' } }))
    throw new DomainError('refund_pending');
  const waiting = await tx.refundApproval.findFirst({ where: { paymentId: payment.id, decidedAt: null } });
  if (waiting && waiting.id !== id) throw new DomainError('refund_awaits_approval');
  if (refundedSoFar(payment) !== seenMinor) throw new DomainError('refund_stale');
  const reservedMinor = waiting?.amountMinor ?? 0n;
  const leftMinor = refundableMinorOf(payment.amountMinor ?? 0n, payment) + reservedMinor;
  if (amountMinor < 1n || amountMinor > leftMinor) throw new DomainError('over_refundable', { field: 'amount' });
}

function writeApproval(tx: Tx, request: RefundRequest, now: Date): Promise<RefundApproval> {
  const { paymentId, amountMinor, seenMinor, reason, key: requestKey, requestedBy } = request;
  return tx.refundApproval.create({
    data: {
      id: newId('refundApproval'),
      paymentId,
      requestKey,
      amountMinor,
      seenMinor,
      reason,
      requestedBy,
      requestedAt: now,
    },
  });
}

/** Inserts a refund that passed all checks. The request performs it itself; the job retries if that fails. */
export function writeStaffRefund(
  tx: Tx,
  { paymentId, amountMinor, reason, key: requestKey, requestedBy }: Omit<RefundRequest, 'seenMinor'>,
  now: Date,
): Promise<Refund> {
  const performAfter = new Date(now.getTime() + JOB_AFTER_MS);
  return writeRefund(tx, { paymentId, amountMinor, reason, requestKey, requestedBy }, now, performAfter);
}
