import type { Tx } from '#lib/db.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { Cause } from '#prisma/generated/client.ts';
import type { CauseWithOwner } from './find.ts';
import { actorName, type CauseActor, lockCauseFor, requireCreatorIfCollecting } from './lock-cause.ts';
import { mailCauseChange } from './mail-change.ts';
import { type CauseState, causeState, rulesOf } from './states.ts';
import { enqueueStopPayments } from './stop-payments.ts';
import { mayMove, type Pause, pauseAfter } from './transitions.ts';

type Move = {
  key: string;
  /** As the actor saw it. */
  from: CauseState;
  to: CauseState;
  /** Why, as staff say it. */
  reason?: string;
};

/**
 * Moves a cause to another state, if the table of transitions allows it, under its row lock and with an entry in the audit
 * log. If it then no longer collects, a job cancels its live payments (ruling 45). Its creator is mailed what staff did.
 * @throws DomainError `cause_not_found`, also for another creator's; `cause_state_changed`, if it is not in the state that
 * the actor saw; `not_allowed`
 */
export async function changeCauseState(tx: Tx, actor: CauseActor, move: Move, now: Date): Promise<CauseWithOwner> {
  const { key, from, to, reason } = move;
  const { cause: before, role } = await lockCauseFor(tx, actor, key);
  if (causeState(before.state) !== from) throw new DomainError('cause_state_changed');
  if (!mayMove(role, from, to, pauseOf(before))) throw new DomainError('not_allowed');
  const pause = pauseAfter(role, from, to, pauseOf(before));
  const cause = await tx.cause.update({
    where: { key },
    data: { state: to, pausedFrom: pause.from, pausedBy: pause.by, beforeFraud: beforeFraudOf(before, to) },
    include: { owner: true },
  });
  requireCreatorIfCollecting(cause, now);
  await enqueueStopPayments(tx, cause, now);
  if (role === 'staff') await mailCauseChange(tx, cause, { from, to }, now);
  await audit(tx, {
    actor: actorName(actor),
    action: 'cause.change_state',
    subject: key,
    data: { from, to, ...(reason === undefined ? {} : { reason }) },
  });
  return cause;
}

/** The state and the pause of a cause before it was marked as fraud, as they are stored with it. */
type BeforeFraud = { state: CauseState; pausedFrom: string | null; pausedBy: string | null };

/** What to store of a cause that gets a state: how it was, if that is fraud; else nothing. */
export function beforeFraudOf(
  before: Pick<Cause, 'state' | 'pausedFrom' | 'pausedBy' | 'beforeFraud'>,
  to: CauseState,
): string | null {
  if (to !== 'fraud') return null;
  if (before.state === 'fraud') return before.beforeFraud;
  const { pausedFrom, pausedBy } = before;
  return JSON.stringify({ state: causeState(before.state), pausedFrom, pausedBy } satisfies BeforeFraud);
}

/** How a cause was before it was marked as fraud; null if it is not, or if that is not known. */
export function stateBeforeFraud({ state, beforeFraud }: Pick<Cause, 'state' | 'beforeFraud'>): BeforeFraud | null {
  return state === 'fraud' && beforeFraud !== null ? JSON.parse(beforeFraud) : null;
}

/**
 * Undoes that a cause was marked as fraud: it returns to its state before, and to its pause. Payments that were cancelled stay
 * so. Under its row lock, with an entry in the audit log.
 * @throws DomainError `cause_not_found`; `not_allowed`, for a creator; `cause_state_changed`, if it is not marked as fraud
 */
export async function restoreCause(
  tx: Tx,
  actor: CauseActor,
  key: string,
  reason: string,
  now: Date,
): Promise<CauseWithOwner> {
  const { cause: marked, role } = await lockCauseFor(tx, actor, key);
  if (role !== 'staff') throw new DomainError('not_allowed');
  const before = stateBeforeFraud(marked);
  if (!before) throw new DomainError('cause_state_changed');
  const cause = await tx.cause.update({
    where: { key },
    data: { ...before, beforeFraud: null },
    include: { owner: true },
  });
  requireCreatorIfCollecting(cause, now);
  await enqueueStopPayments(tx, cause, now);
  const data = { from: 'fraud', to: before.state, reason };
  await audit(tx, { actor: actorName(actor), action: 'cause.restore', subject: key, data });
  return cause;
}

/**
 * Closes a cause now by setting its closing time. The specification has no closed state, so the state stays as it is, and
 * setting a later closing time opens the cause again. Closing it twice keeps the first closing time.
 * @throws DomainError `cause_not_found`, also for another creator's; `not_allowed`, if it neither collects nor is paused
 */
export async function closeCause(tx: Tx, actor: CauseActor, key: string, now: Date): Promise<CauseWithOwner> {
  const { cause: before } = await lockCauseFor(tx, actor, key);
  if (!rulesOf(before.state).collects && before.state !== 'paused') throw new DomainError('not_allowed');
  if (before.closesAt && before.closesAt.getTime() < now.getTime()) return before;
  // A cause is closed once its closing time has passed.
  const closesAt = new Date(now.getTime() - 1);
  const cause = await tx.cause.update({ where: { key }, data: { closesAt }, include: { owner: true } });
  await enqueueStopPayments(tx, cause, now);
  const change = { before: { closesAt: before.closesAt }, after: { closesAt } };
  await audit(tx, { actor: actorName(actor), action: 'cause.close', subject: key, data: change });
  return cause;
}

/** The stored pause of a cause: its state before, and who paused it. */
export function pauseOf(cause: Pick<Cause, 'pausedFrom' | 'pausedBy'>): Pause {
  return {
    from: cause.pausedFrom === null ? null : causeState(cause.pausedFrom),
    by: cause.pausedBy === 'creator' || cause.pausedBy === 'staff' ? cause.pausedBy : null,
  };
}
