import type { Tx } from '#lib/db.ts';
import { newId, newKeySecret } from '#lib/ids.ts';
import type { Permission } from '#lib/permissions.ts';
import { hashKey } from './authenticate.ts';

export type NewKey = { clientId: string; permissions: Permission[]; allowedIps: string[] };

/** Issues an API key. The key itself is returned here and nowhere else, ever (decisions.md 26). */
export async function createKey(tx: Tx, { clientId, permissions, allowedIps }: NewKey) {
  const key = `cause_live_${newKeySecret()}`;
  const id = newId('apiKey');
  await tx.apiKey.create({ data: { id, clientId, hash: hashKey(key), permissions, allowedIps } });
  return { id, key, permissions, allowed_ips: allowedIps };
}

/** Revokes a key at once; a key revoked before keeps its first date. Undefined where there is no such key. */
export async function revokeKey(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ id: string; revokedAt: Date } | undefined> {
  await tx.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
  const row = await tx.apiKey.findUnique({ where: { id } });
  return row?.revokedAt ? { id, revokedAt: row.revokedAt } : undefined;
}
