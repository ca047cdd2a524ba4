import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { oneOf } from '#lib/one-of.ts';
import { failedAtGateway, PAYMENT_STATES } from '#lib/payments/states.ts';
import { endWriteOff } from '#lib/payments/sync/end-write-off.ts';
import { mailDonor } from '#lib/payments/sync/mail-donor.ts';
import { postReversalChanges } from '#lib/payments/sync/post-to-ledger.ts';
import { stateAfterReversals } from '#lib/payments/sync/reversals.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { localTimeIn } from '#lib/time-zone.ts';
import type { ManualRefund, Payment, Refund } from '#prisma/generated/client.ts';
import {
  type LockedRefund,
  leftMinorOf,
  lockRefund,
  requireOpenRefund,
  resolveFailedRefund,
} from './resolve-failed-refunds.ts';

export type TransferInput = {
  /** The failed refund that it stands in for. */
  refundId: string;
  /** Minor units of the payment's currency (lib/money.ts). */
  amountMinor: bigint;
  /** The bank's reference, 1 to 100 characters. The same one again is the same transfer, whatever its case. */
  reference: string;
  /** The day on which it was sent, `2026-11-25`, in the time zone of the staff member who records it. */
  sentOn: string;
  timeZone: string;
  /** For the audit log: 1 to 500 characters. */
  reason: string;
  /** What was left of the payment when the form was shown, in minor units. */
  seenMinor: bigint;
  /** The account of the member of staff. */
  recordedBy: string;
};

/** What says whether a transfer can have been sent. */
export type PossibleTransfer = Omit<TransferInput, 'refundId' | 'reason' | 'recordedBy'>;

/**
 * Records what staff sent to a donor by bank transfer in place of a failed refund: it counts as refunded, is posted against our
 * bank, and is mailed to the donor. A form that is sent twice records it once. It resolves the refund of a donation; the refunds
 * of unmatched funds are resolved once nothing is left. What has left beyond that, as by a second person who sent it too, is
 * recorded as well: it is our loss, and the donor is not mailed. One that staff had closed without sending anything counts as open.
 * Under the link's lock, then the cause's.
 * @throws DomainError `refund_resolved`, `refund_pending`, `refund_stale`, `over_refundable`, `sent_on_impossible`,
 * `transfer_recorded`, `transfer_returned`
 */
export async function recordSentByHand(tx: Tx, sent: TransferInput, now: Date): Promise<ManualRefund> {
  const locked = await lockRefund(tx, sent.refundId);
  const recorded = findRecorded(locked, sent);
  if (recorded) return recorded;
  requireSendable(locked, sent);
  requirePossibleTransfer(locked.payment, locked.refund, sent, now);
  const { refundId, amountMinor, reference, recordedBy } = sent;
  const transfer = await tx.manualRefund.create({
    data: {
      id: newId('manualRefund'),
      paymentId: locked.payment.id,
      refundId,
      amountMinor,
      reference,
      sentOn: storedDay(sent.sentOn),
      recordedBy,
      recordedAt: now,
    },
  });
  const after = await count(tx, locked, transfer, now);
  const isClosed = closedUnsent(locked.refund);
  if (isClosed)
    await tx.refund.update({ where: { id: refundId }, data: { resolvedAt: null, resolvedBy: null, resolution: null } });
  const isOpen = isClosed || locked.refund.resolvedAt === null;
  if (isOpen && (after.state === 'approved' || leftMinorOf(after) === 0n))
    await resolveFailedRefund(tx, { payment: after, refundId, resolution: 'sent_by_hand', by: recordedBy }, now);
  if (!isBeyondLeft(locked.payment, sent))
    await mailDonor(tx, 'refund_sent_by_hand', after, {
      backMajor: Number(amountMinor) / minorUnitsPerMajor(after.currency),
      reference,
      sentOn: sent.sentOn,
      isWhole: amountMinor === after.amountMinor,
      ...(after.state === 'approved' ? {} : { isUnmatched: true }),
    });
  await audit(tx, {
    actor: recordedBy,
    action: 'refund.record_transfer',
    subject: after.id,
    data: {
      refund: refundId,
      transfer: transfer.id,
      reference,
      sentOn: sent.sentOn,
      amountMinor: String(amountMinor),
      reason: sent.reason,
    },
  });
  return transfer;
}

/**
 * The transfer that a form has recorded before.
 * @throws DomainError `transfer_recorded` if its reference names another one; `transfer_returned` if that was returned, so that
 * nobody believes that it was sent again
 */
function findRecorded(
  { payment }: LockedRefund,
  { reference, amountMinor, sentOn }: TransferInput,
): ManualRefund | undefined {
  const found = payment.manualRefunds.find((one) => one.reference.toLowerCase() === reference.toLowerCase());
  if (found && (found.amountMinor !== amountMinor || found.sentOn.getTime() !== storedDay(sentOn).getTime()))
    throw new DomainError('transfer_recorded', { field: 'reference' });
  if (found && found.returnedAt !== null) throw new DomainError('transfer_returned', { field: 'reference' });
  return found;
}

/**
 * Requires that a transfer can be recorded in place of a refund: one that waits for staff or that they have closed, or of whose
 * payment something has gone since, as whoever sends the form has seen.
 * @throws DomainError `refund_resolved`, `refund_pending`
 */
function requireSendable(locked: LockedRefund, { seenMinor }: TransferInput): void {
  const { payment, refund } = locked;
  const isSeen = leftMinorOf(payment) === seenMinor;
  if (!(isSeen && canSendLate(payment, refund))) requireOpenRefund(locked);
}

/**
 * Whether a transfer can be recorded of a refund that waits for nobody, or of more than what is left of its payment: something of it
 * has gone already, by a transfer, a refund or a chargeback, or staff have closed the refund; and a transfer may have left our bank
 * before anybody knew.
 */
export function canSendLate(payment: Payment, refund: Refund): boolean {
  const isUnderWay = payment.refundsPendingMinor > 0n;
  const isPartGone = leftMinorOf(payment) < (payment.amountMinor ?? 0n);
  return failedAtGateway(refund) && !isUnderWay && (isPartGone || closedUnsent(refund));
}

/** Whether staff have closed a failed refund because nothing was sent. */
export function closedUnsent({ resolution }: Pick<Refund, 'resolution'>): boolean {
  return resolution === 'nothing_sent';
}

/** Whether a transfer is more than what is left of its payment. */
export function isBeyondLeft(payment: Payment, { amountMinor }: Pick<TransferInput, 'amountMinor'>): boolean {
  return amountMinor > leftMinorOf(payment);
}

/**
 * Requires that a transfer can be recorded as it is described.
 * @throws DomainError `refund_stale`, `over_refundable`, `sent_on_impossible`
 */
export function requirePossibleTransfer(payment: Payment, refund: Refund, sent: PossibleTransfer, now: Date): void {
  const leftMinor = leftMinorOf(payment);
  if (leftMinor !== sent.seenMinor) throw new DomainError('refund_stale');
  const mostMinor = canSendLate(payment, refund) ? (payment.amountMinor ?? 0n) : leftMinor;
  if (sent.amountMinor < 1n || sent.amountMinor > mostMinor)
    throw new DomainError('over_refundable', { field: 'amount' });
  const dayIn = (instant: Date) => localTimeIn(sent.timeZone, instant).slice(0, 10);
  if (sent.sentOn > dayIn(now) || sent.sentOn < dayIn(refund.createdAt))
    throw new DomainError('sent_on_impossible', { field: 'sent_on' });
}

/** Posts a transfer, and counts it as refunded. Returns the payment as it is then. */
async function count(
  tx: Tx,
  { link, payment }: LockedRefund,
  { amountMinor }: ManualRefund,
  now: Date,
): Promise<Payment> {
  const { id } = payment;
  const counted = {
    refundedMinor: payment.refundedMinor + amountMinor,
    sentByHandMinor: payment.sentByHandMinor + amountMinor,
  };
  const after = { ...payment, ...counted };
  await postReversalChanges(tx, payment, after, link, now);
  const state = stateAfterReversals(oneOf(PAYMENT_STATES, payment.state), payment.amountMinor ?? 0n, after, []);
  const refundedAt = state === 'refunded' ? (payment.refundedAt ?? now) : null;
  const updated = await tx.payment.update({
    where: { id },
    data: { ...counted, state, refundedAt, revision: { increment: 1 } },
  });
  await endWriteOff(tx, updated, now);
  return updated;
}

/** A day such as `2026-11-25` as its column stores it. */
export function storedDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
