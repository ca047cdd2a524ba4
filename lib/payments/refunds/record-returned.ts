import type { Tx } from '#lib/db.ts';
import { leastOf, minorUnitsPerMajor } from '#lib/money.ts';
import { endWriteOff } from '#lib/payments/sync/end-write-off.ts';
import { mailDonor } from '#lib/payments/sync/mail-donor.ts';
import { postReversalChanges } from '#lib/payments/sync/post-to-ledger.ts';
import { stateAfterReversals } from '#lib/payments/sync/reversals.ts';
import { findStateAfterReturn } from '#lib/payments/sync/state-after-return.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { localTimeIn } from '#lib/time-zone.ts';
import type { ManualRefund, Payment } from '#prisma/generated/client.ts';
import { storedDay } from './record-sent-by-hand.ts';
import { type LockedRefund, leftMinorOf, lockRefund } from './resolve-failed-refunds.ts';

export type ReturnInput = {
  /** The id of the transfer that staff recorded as sent by hand. */
  transferId: string;
  /** The day on which the money came back, `2026-11-26`, in the time zone of the staff member who records it. */
  returnedOn: string;
  timeZone: string;
  /** For the audit log: 1 to 500 characters. */
  reason: string;
  /** The account of the member of staff. */
  recordedBy: string;
};

/**
 * Records that a donor's bank returned what staff had sent by hand: it is in our bank again, no longer counts as refunded, and the
 * donor is asked where to send it. The failed refund that it stood in for waits for staff again, unless another transfer has paid
 * it; nothing is refunded automatically.
 * Sent twice, a form records it once. Under the link's lock, then the cause's.
 * @throws DomainError `transfer_returned` if another day was recorded; `returned_on_impossible`
 */
export async function recordReturned(tx: Tx, returned: ReturnInput, now: Date): Promise<ManualRefund> {
  const { transferId: id, returnedOn, recordedBy } = returned;
  const { refundId } = await tx.manualRefund.findUniqueOrThrow({ where: { id }, select: { refundId: true } });
  const locked = await lockRefund(tx, refundId);
  const transfer = locked.payment.manualRefunds.find((one) => one.id === id);
  if (!transfer) throw new Error('Bug: a transfer of another payment');
  if (transfer.returnedOn?.getTime() === storedDay(returnedOn).getTime()) return transfer;
  if (transfer.returnedOn) throw new DomainError('transfer_returned');
  requirePossibleReturn(transfer, returned, now);
  const recorded = await tx.manualRefund.update({
    where: { id },
    data: { returnedOn: storedDay(returnedOn), returnedBy: recordedBy, returnedAt: now },
  });
  const after = await uncount(tx, locked, transfer, now);
  if (reopensRefund(after, locked.payment.manualRefunds, transfer))
    await tx.refund.update({
      where: { id: refundId },
      data: { resolvedAt: null, resolvedBy: null, resolution: null },
    });
  const { amountMinor, reference } = transfer;
  const owedMinor = leastOf(amountMinor, leftMinorOf(after));
  const major = (minor: bigint) => Number(minor) / minorUnitsPerMajor(after.currency);
  // Where a bank has taken or holds the payment, the donor is owed nothing else.
  if (owedMinor > 0n)
    await mailDonor(tx, 'transfer_returned', after, {
      backMajor: major(amountMinor),
      owedMajor: major(owedMinor),
      reference,
      returnedOn,
    });
  await audit(tx, {
    actor: recordedBy,
    action: 'refund.record_return',
    subject: after.id,
    data: {
      refund: refundId,
      transfer: id,
      reference,
      returnedOn,
      amountMinor: String(amountMinor),
      reason: returned.reason,
    },
  });
  return recorded;
}

/**
 * Whether a returned transfer leaves its failed refund to staff: not where it was sent twice, and the other one has arrived.
 * @param after the payment without it
 * @param transfers all of the payment
 */
export function reopensRefund(after: Payment, transfers: readonly ManualRefund[], returned: ManualRefund): boolean {
  const isStoodFor = transfers.some(
    ({ id, refundId, returnedAt }) => id !== returned.id && refundId === returned.refundId && returnedAt === null,
  );
  return !isStoodFor || leftMinorOf(after) > 0n;
}

/** Requires that a transfer can have come back on that day. @throws DomainError `returned_on_impossible` */
export function requirePossibleReturn(
  { sentOn }: Pick<ManualRefund, 'sentOn'>,
  { returnedOn, timeZone }: Pick<ReturnInput, 'returnedOn' | 'timeZone'>,
  now: Date,
): void {
  if (storedDay(returnedOn) < sentOn || returnedOn > localTimeIn(timeZone, now).slice(0, 10))
    throw new DomainError('returned_on_impossible', { field: 'returned_on' });
}

/** Posts that a transfer is in our bank again, and counts it no more. Returns the payment as it is then. */
async function uncount(
  tx: Tx,
  { link, payment }: LockedRefund,
  { amountMinor }: ManualRefund,
  now: Date,
): Promise<Payment> {
  const { id: paymentId, refundsPendingMinor } = payment;
  const counted = {
    refundedMinor: payment.refundedMinor - amountMinor,
    sentByHandMinor: payment.sentByHandMinor - amountMinor,
  };
  const before = { ...payment, state: await findStateAfterReturn(tx, payment) };
  const after = { ...payment, ...counted };
  await postReversalChanges(tx, before, after, link, now);
  const pending = refundsPendingMinor > 0n ? [{ status: 'pending' as const }] : [];
  const state = stateAfterReversals(before.state, payment.amountMinor ?? 0n, after, pending);
  const refundedAt = state === 'refunded' ? payment.refundedAt : null;
  const updated = await tx.payment.update({
    where: { id: paymentId },
    data: { ...counted, state, refundedAt, revision: { increment: 1 } },
  });
  await endWriteOff(tx, updated, now);
  return updated;
}
