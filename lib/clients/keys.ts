import type { Tx } from '#lib/db.ts';
import { newId, newKeySecret } from '#lib/ids.ts';
import type { Permission } from '#lib/permissions.ts';
import { hashKey } from './authenticate.ts';
import { readPermissions } from './client-input.ts';

export type NewKey = { clientId: string; permissions: Permission[]; allowedIps: string[] };

/** Issues an API key. The key itself is returned here and nowhere else, ever (decisions.md 26). */
export async function createKey(tx: Tx, { clientId, permissions, allowedIps }: NewKey) {
  const key = `cause_live_${newKeySecret()}`;
  const id = newId('apiKey');
  await tx.apiKey.create({ data: { id, clientId, hash: hashKey(key), permissions, allowedIps } });
  return { id, key, permissions, allowed_ips: allowedIps };
}

/**
 * Revokes a key at once, one too that would have stopped by itself later; a key revoked before keeps its first date.
 * Undefined where there is no such key.
 */
export async function revokeKey(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ id: string; revokedAt: Date } | undefined> {
  await tx.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
  const row = await tx.apiKey.findUnique({ where: { id } });
  return row?.revokedAt ? { id, revokedAt: row.revokedAt } : undefined;
}

/** The longest that a key works on beside the one that replaces it: 30 days, in hours. */
export const MAX_OVERLAP_HOURS = 720;
const HOUR_MS = 3_600_000;

/**
 * Replaces a key by a new one with the same permissions and addresses. The old one works on for the overlap, then stops by
 * itself; with none it stops at once. Under the key's lock: of two who replace it at once, one does.
 * @param overlapHours whole hours, 0 to MAX_OVERLAP_HOURS.
 * @returns the new key, shown here alone; `over` where the key has stopped or been replaced already.
 */
export async function rotateKey(tx: Tx, id: string, overlapHours: number, now: Date) {
  await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id} FOR UPDATE`;
  const old = await tx.apiKey.findUnique({ where: { id } });
  if (!old || old.revokedAt || old.expiresAt) return 'over';
  const { clientId, allowedIps } = old;
  const permissions = readPermissions(old.permissions).known;
  const stopsAt = new Date(now.getTime() + overlapHours * HOUR_MS);
  await tx.apiKey.update({
    where: { id },
    data: overlapHours === 0 ? { revokedAt: now } : { expiresAt: stopsAt },
  });
  return { ...(await createKey(tx, { clientId, permissions, allowedIps })), clientId, stopsAt };
}
