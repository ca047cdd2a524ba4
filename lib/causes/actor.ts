import type { Actor } from '#lib/accounts/actor.ts';
import type { Tx } from '#lib/db.ts';
import { isStorable } from '#lib/storable.ts';
import type { CauseWithOwner } from './find.ts';
import type { Role } from './transitions.ts';

/** Who acts on a cause: somebody signed in, or the service by itself. */
export type CauseActor = Actor | { role: 'service' };

/** How an actor is named in the audit log. */
export function actorName(actor: CauseActor): string {
  return actor.role === 'service' ? 'service' : actor.accountId;
}

/** The cause as far as this actor may act on it, held under its row lock; null where it is another creator's, or none. */
export async function lockCauseFor(
  tx: Tx,
  actor: CauseActor,
  key: string,
): Promise<{ cause: CauseWithOwner; role: Role } | null> {
  const cause = await lockCause(tx, key);
  if (!cause) return null;
  if (actor.role === 'creator' && cause.ownerId !== actor.accountId) return null;
  return { cause, role: actor.role };
}

/**
 * Locks a cause until the transaction ends: whoever changes it goes through here, one after the other. Links and payments
 * that only refer to it are not held up.
 */
export async function lockCause(tx: Tx, key: string): Promise<CauseWithOwner | null> {
  if (!isStorable(key)) return null;
  await tx.$queryRaw`SELECT 1 FROM causes WHERE key = ${key} FOR NO KEY UPDATE`;
  return tx.cause.findUnique({ where: { key }, include: { owner: true } });
}
