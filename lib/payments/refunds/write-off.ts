import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { isOpenRefund } from '#lib/payments/states.ts';
import { postWriteOff } from '#lib/payments/sync/post-to-ledger.ts';
import { type AuditedAction, audit } from '#lib/policy/audit.ts';
import { requireNoPart, requiresApproval } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { WriteOff } from '#prisma/generated/client.ts';
import {
  type LockedRefund,
  leftMinorOf,
  lockOpenRefund,
  lockRefund,
  resolveFailedRefund,
} from './resolve-failed-refunds.ts';

type WriteOffRequest = {
  /** A failed refund of the unmatched funds. */
  refundId: string;
  /** Why, for the audit log: 1 to 500 characters. */
  reason: string;
  /** What was left of the payment when the form was shown, in minor units. */
  seenMinor: bigint;
  /** The account of the member of staff. */
  requestedBy: string;
};

/**
 * Requests to give up giving back what is left of unmatched funds. Another member of staff decides; where a second person is
 * not required, it is written off at once. The same request again is the one that waits. Under the link's lock.
 * @throws DomainError `write_off_waits`, and the reasons of `requireWriteOff`
 */
export async function requestWriteOff(
  tx: Tx,
  { refundId, reason, seenMinor, requestedBy }: WriteOffRequest,
  now: Date,
): Promise<WriteOff> {
  const locked = await lockOpenRefund(tx, refundId);
  const paymentId = locked.payment.id;
  const waiting = await tx.writeOff.findFirst({ where: { paymentId, decidedAt: null } });
  if (waiting?.requestedBy === requestedBy && waiting.reason === reason) return waiting;
  if (waiting) throw new DomainError('write_off_waits');
  requireWriteOff(locked, seenMinor);
  const isAlone = !requiresApproval('refund.write_off');
  const asked = await tx.writeOff.create({
    data: {
      id: newId('writeOff'),
      paymentId,
      amountMinor: seenMinor,
      reason,
      requestedBy,
      requestedAt: now,
      ...(isAlone ? { decidedAt: now, outcome: 'written_off' } : {}),
    },
  });
  if (isAlone) await writeOffLeft(tx, locked, asked.id, requestedBy, now);
  const { id: writeOff, outcome } = asked;
  await audit(tx, {
    actor: requestedBy,
    action: 'refund.write_off',
    subject: paymentId,
    data: { refund: refundId, writeOff, amountMinor: String(seenMinor), reason, outcome },
  });
  return asked;
}

/**
 * Writes off what is left of unmatched funds, as another member of staff requested: it stays owed to the donor, in another
 * account, and nothing of it is tried any more. Every check is repeated, because time has passed. Under the link's lock, then
 * the cause's.
 * @param by the account of the approver
 * @throws DomainError `already_decided`, `own_request`, and the reasons of `lockOpenRefund` and `requireWriteOff`
 */
export async function approveWriteOff(tx: Tx, id: string, by: string, now: Date): Promise<void> {
  const { refundId } = await lockDecision(tx, id);
  const asked = await requireUndecided(tx, id);
  await requireNoPart(tx, 'write_off.approve', by, { asked: asked.requestedBy });
  const locked = await lockOpenRefund(tx, refundId);
  requireWriteOff(locked, asked.amountMinor);
  await writeOffLeft(tx, locked, id, by, now);
  await decide(tx, asked, { by, outcome: 'written_off' }, now);
}

/**
 * Rejects a write-off: the refund waits for staff as before. The requester can withdraw it in the same way.
 * @param note why, for the audit log
 * @throws DomainError `already_decided`
 */
export async function rejectWriteOff(tx: Tx, id: string, by: string, note: string, now: Date): Promise<void> {
  await lockDecision(tx, id);
  await decide(tx, await requireUndecided(tx, id), { by, outcome: 'refused', note }, now);
}

/**
 * Requires that what is left of a payment can be written off: unmatched funds that no bank holds.
 * @param seenMinor all that was left when somebody looked, in minor units
 * @throws DomainError `not_unmatched`, `payment_disputed`, `refund_stale`
 */
function requireWriteOff({ payment }: LockedRefund, seenMinor: bigint): void {
  if (payment.state !== 'refund_due') throw new DomainError('not_unmatched');
  if (payment.disputedMinor > 0n) throw new DomainError('payment_disputed');
  const leftMinor = leftMinorOf(payment);
  if (leftMinor !== seenMinor || leftMinor < 1n) throw new DomainError('refund_stale');
}

/** Locks the link of a write-off, and returns a failed refund of its payment: if one waits for staff, the latest of these. */
async function lockDecision(tx: Tx, id: string): Promise<{ refundId: string }> {
  const { paymentId } = await tx.writeOff.findUniqueOrThrow({ where: { id }, select: { paymentId: true } });
  const failed = await tx.refund.findMany({
    where: { paymentId, state: 'failed' },
    orderBy: { createdAt: 'desc' },
  });
  const refund = failed.find(isOpenRefund) ?? failed[0];
  if (!refund) throw new Error('Bug: a write-off without a failed refund');
  await lockRefund(tx, refund.id);
  return { refundId: refund.id };
}

async function requireUndecided(tx: Tx, id: string): Promise<WriteOff> {
  const asked = await tx.writeOff.findUniqueOrThrow({ where: { id } });
  if (asked.decidedAt !== null) throw new DomainError('already_decided');
  return asked;
}

/** Posts a write-off; the payment then waits for its donor, and its failed refunds for nobody. */
async function writeOffLeft(
  tx: Tx,
  { link, payment, refund }: LockedRefund,
  writeOffId: string,
  by: string,
  now: Date,
): Promise<void> {
  await postWriteOff(tx, payment, link, writeOffId, now);
  await resolveFailedRefund(tx, { payment, refundId: refund.id, resolution: 'written_off', by }, now);
  const data = { state: 'unclaimed', revision: { increment: 1 } };
  await tx.payment.update({ where: { id: payment.id }, data });
}

type Decision = { by: string; outcome: 'written_off' | 'refused'; note?: string };

async function decide(
  tx: Tx,
  { id, paymentId, amountMinor, reason, requestedBy }: WriteOff,
  { by, outcome, note }: Decision,
  now: Date,
): Promise<void> {
  await tx.writeOff.update({ where: { id }, data: { decidedBy: by, decidedAt: now, outcome } });
  const entry: AuditedAction = {
    actor: by,
    action: outcome === 'written_off' ? 'write_off.approve' : 'write_off.reject',
    subject: paymentId,
    data: {
      writeOff: id,
      amountMinor: String(amountMinor),
      reason,
      requestedBy,
      ...(note === undefined ? {} : { note }),
    },
  };
  await audit(tx, entry);
}
