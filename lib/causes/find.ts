import type { Tx } from '#lib/db.ts';
import { Problem } from '#lib/problems/problem.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { Account, Cause } from '#prisma/generated/client.ts';
import { isPubliclyVisible, isVisibleToClient } from './states.ts';

export type CauseWithOwner = Cause & { owner: Account };

/** A cause by its key, without access control; null if there is none. */
export function findCause(tx: Tx, key: string): Promise<CauseWithOwner | null> {
  if (!isStorableText(key)) return Promise.resolve(null);
  return tx.cause.findUnique({ where: { key }, include: { owner: true } });
}

/**
 * A cause as a client may see it: its own in any state, another's only in publicly visible states (ruling 9).
 * @throws Problem `cause_not_found` (404).
 */
export async function findCauseFor(tx: Tx, clientId: string, key: string): Promise<CauseWithOwner> {
  const cause = await findCause(tx, key);
  if (!cause || !isVisibleToClient(cause, clientId)) throw new Problem('cause_not_found', 'No cause has this key.');
  return cause;
}

/** The public cause at an address, its key or any slug it has had; null if there is none, or it is hidden. */
export async function findCauseAt(tx: Tx, address: string): Promise<Cause | null> {
  if (!isStorableText(address)) return null;
  const row = await tx.causeAddress.findUnique({ where: { address }, include: { cause: true } });
  return row && isPubliclyVisible(row.cause.state) ? row.cause : null;
}
