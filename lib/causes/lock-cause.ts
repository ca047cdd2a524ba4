import type { Tx } from '#lib/db.ts';
import { isErasedAddress } from '#lib/email-key.ts';
import { lockCause } from '#lib/locks.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { CauseWithOwner } from './find.ts';
import { acceptance } from './states.ts';
import type { TransitionRole } from './transitions.ts';

/** The actor on a cause: a signed-in account, or the service itself. */
export type CauseActor = Actor | { role: 'service' };

/** The actor's name in the audit log. */
export function actorName(actor: CauseActor): string {
  return actor.role === 'service' ? 'service' : actor.id;
}

/**
 * Locks a cause on which this actor may act, and says as whom: staff act on a cause of their own as its creator
 * (lib/policy/table.ts).
 * @throws DomainError `cause_not_found`, also for another creator's
 */
export async function lockCauseFor(
  tx: Tx,
  actor: CauseActor,
  key: string,
): Promise<{ cause: CauseWithOwner; role: TransitionRole }> {
  const cause = await findCauseForUpdate(tx, key);
  if (!cause || (actor.role === 'creator' && cause.ownerId !== actor.id)) throw new DomainError('cause_not_found');
  return { cause, role: await roleOn(tx, actor, cause) };
}

/**
 * Requires that a changed cause does not collect for a creator who was erased: nobody could withdraw its money. An operator's
 * override is not bound by it.
 * @throws DomainError `not_allowed`
 */
export function requireCreatorIfCollecting(cause: CauseWithOwner, now: Date): void {
  if (isErasedAddress(cause.owner.email) && acceptance(cause, now) === 'accepting')
    throw new DomainError('not_allowed');
}

/** As whom somebody acts on a cause. */
export async function roleOn(
  tx: Tx,
  actor: CauseActor,
  { ownerId }: Pick<CauseWithOwner, 'ownerId'>,
): Promise<TransitionRole> {
  if (actor.role !== 'staff') return actor.role;
  return (await partsOf(tx, 'cause.edit', actor.id, { owns: ownerId })).has('owns') ? 'creator' : 'staff';
}

/**
 * Locks a cause until the transaction ends, so that its changes happen one after another. Links and payments that only
 * refer to it do not wait. Null if there is none.
 */
export async function findCauseForUpdate(tx: Tx, key: string): Promise<CauseWithOwner | null> {
  if (!isStorableText(key)) return null;
  await lockCause(tx, key);
  return tx.cause.findUnique({ where: { key }, include: { owner: true } });
}
