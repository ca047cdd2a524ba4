import { audit } from '#lib/audit.ts';
import type { Tx } from '#lib/db.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { actorName, type CauseActor, lockCauseFor } from './actor.ts';
import type { CauseWithOwner } from './find.ts';
import { type CauseState, causeState, rulesOf } from './states.ts';
import { stopUnwantedPayments } from './stop-payments.ts';
import { mayMove, type Pause, pauseAfter } from './transitions.ts';

export type StateChange =
  | { kind: 'changed'; cause: CauseWithOwner }
  /** No such cause, or another creator's: they look alike. */
  | { kind: 'missing' }
  /** It is not in the state the actor saw: somebody else was first. */
  | { kind: 'stale'; state: CauseState }
  | { kind: 'not_allowed'; from: CauseState; to: CauseState };

type Move = { key: string /** As the actor saw it. */; from: CauseState; to: CauseState };

/**
 * Moves a cause to another state as the table of transitions allows, under its lock, with an entry in the audit log. Where
 * it then does not collect, its live payments are to be cancelled (decisions.md 45).
 */
export async function changeCauseState(
  tx: Tx,
  actor: CauseActor,
  move: Move,
  now: Date,
): Promise<StateChange> {
  const { key, from, to } = move;
  const held = await lockCauseFor(tx, actor, key);
  if (!held) return { kind: 'missing' };
  const { cause: before, role } = held;
  const current = causeState(before.state);
  if (current !== from) return { kind: 'stale', state: current };
  if (!mayMove(role, from, to, pauseOf(before))) return { kind: 'not_allowed', from, to };
  const pause = pauseAfter(role, from, to, pauseOf(before));
  const cause = await tx.cause.update({
    where: { key },
    data: { state: to, pausedFrom: pause.from, pausedBy: pause.by },
    include: { owner: true },
  });
  await stopUnwantedPayments(tx, cause, now);
  await audit(tx, {
    actor: actorName(actor),
    action: 'cause state',
    subject: key,
    data: { from, to },
  });
  return { kind: 'changed', cause };
}

export type Closing =
  | { kind: 'closed'; cause: CauseWithOwner }
  | { kind: 'missing' }
  | { kind: 'not_allowed' };

/**
 * Ends the collection of a cause now. There is no state for it in the specification: its word is the closing time, which
 * passes with this call; the state stays, and a later closing time opens it again. Closing twice keeps the first time.
 */
export async function closeCause(tx: Tx, actor: CauseActor, key: string, now: Date): Promise<Closing> {
  const held = await lockCauseFor(tx, actor, key);
  if (!held) return { kind: 'missing' };
  const { cause: before } = held;
  if (!rulesOf(before.state).collects && before.state !== 'paused') return { kind: 'not_allowed' };
  if (before.closesAt && before.closesAt.getTime() < now.getTime()) return { kind: 'closed', cause: before };
  // A closing time ends the collection once it has passed, and this one has.
  const closesAt = new Date(now.getTime() - 1);
  const cause = await tx.cause.update({ where: { key }, data: { closesAt }, include: { owner: true } });
  await stopUnwantedPayments(tx, cause, now);
  await audit(tx, { actor: actorName(actor), action: 'cause close', subject: key, data: { closesAt } });
  return { kind: 'closed', cause };
}

/** What is noted of the pause of a stored cause. */
export function pauseOf(cause: Pick<Cause, 'pausedFrom' | 'pausedBy'>): Pause {
  return {
    from: cause.pausedFrom === null ? null : causeState(cause.pausedFrom),
    by: cause.pausedBy === 'creator' || cause.pausedBy === 'staff' ? cause.pausedBy : null,
  };
}
