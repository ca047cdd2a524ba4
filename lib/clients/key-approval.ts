import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Permission } from '#lib/permissions.ts';
import { isSamePerson } from '#lib/same-person.ts';
import type { ApiKey } from '#prisma/generated/client.ts';

/** What changes whose money it is: what donors' money pays in fees, and whose account a cause belongs to. */
const PERMISSIONS_OF_TWO: readonly Permission[] = ['causes:set_fee', 'creators:provision'];

/** Whether a key that a member of staff makes waits for a second one: unless one alone is allowed, by what it may do. */
export function needsSecondPerson(permissions: readonly Permission[]): boolean {
  return !env().allowSingleStaff && PERMISSIONS_OF_TWO.some((each) => permissions.includes(each));
}

/** `decided`: it does not wait any more. `own_request`: whoever made it does not approve it. */
export type KeyDecisionRefusal = 'decided' | 'own_request';

/**
 * Lets a key work that waits for a second person. Under the key's lock: of two who decide at once, one does.
 * @param by the account of whoever approves
 * @returns why not; undefined where it was done
 */
export async function approveKey(
  tx: Tx,
  id: string,
  by: string,
  now: Date,
): Promise<KeyDecisionRefusal | undefined> {
  const key = await lockWaiting(tx, id);
  if (!key) return 'decided';
  if (key.createdBy !== null && (await isSamePerson(tx, key.createdBy, by))) return 'own_request';
  await tx.apiKey.update({
    where: { id },
    data: { awaitsApproval: false, approvedBy: by, approvedAt: now },
  });
  return undefined;
}

/** Refuses a key that waits: it is revoked, and never works. Whoever made it may take it back in the same way. */
export async function refuseKey(tx: Tx, id: string, now: Date): Promise<KeyDecisionRefusal | undefined> {
  if (!(await lockWaiting(tx, id))) return 'decided';
  await tx.apiKey.update({ where: { id }, data: { revokedAt: now } });
  return undefined;
}

async function lockWaiting(tx: Tx, id: string): Promise<ApiKey | null> {
  await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id} FOR UPDATE`;
  return tx.apiKey.findFirst({ where: { id, ...AWAITS } });
}

/** Keys that wait for a second person. */
export const AWAITS = { awaitsApproval: true, revokedAt: null };
