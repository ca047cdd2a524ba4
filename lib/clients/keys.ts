import type { Tx } from '#lib/db.ts';
import { newId, newKeySecret } from '#lib/ids.ts';
import type { Permission } from '#lib/permissions.ts';
import { hashKey } from './authenticate.ts';
import { readPermissions } from './client-input.ts';
import { needsSecondPerson } from './key-approval.ts';
import { mailKeyCreated } from './mail.ts';

export type NewKey = {
  clientId: string;
  permissions: Permission[];
  allowedIps: string[];
  /** The account of the member of staff who makes it; none for the console, which asks nobody else. */
  createdBy?: string;
};

/**
 * Issues an API key and tells its client so. The key itself is returned here and nowhere else, ever (decisions.md 26). One
 * that a member of staff makes may have to wait for a second (key-approval.ts) before it authenticates.
 */
export async function createKey(tx: Tx, { clientId, permissions, allowedIps, createdBy }: NewKey) {
  const key = `cause_live_${newKeySecret()}`;
  const id = newId('apiKey');
  const awaitsApproval = createdBy !== undefined && needsSecondPerson(permissions);
  const row = await tx.apiKey.create({
    data: {
      ...{ id, clientId, hash: hashKey(key), permissions, allowedIps, awaitsApproval },
      createdBy: createdBy ?? null,
    },
  });
  await mailKeyCreated(tx, row);
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
 * Replaces a key by a new one with the same permissions and addresses, which waits like any other that staff make. The old
 * one works on for the overlap, then stops by itself; with none it stops at once. Under the key's lock: of two who replace it
 * at once, one does.
 * @param overlapHours whole hours, 0 to MAX_OVERLAP_HOURS.
 * @param createdBy the account of the member of staff who replaces it
 * @returns the new key, shown here alone; `over` where the key has stopped or been replaced already, or waits for approval.
 */
export async function rotateKey(tx: Tx, id: string, overlapHours: number, createdBy: string, now: Date) {
  await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id} FOR UPDATE`;
  const old = await tx.apiKey.findUnique({ where: { id } });
  if (!old || old.revokedAt || old.expiresAt || old.awaitsApproval) return 'over';
  const { clientId, allowedIps } = old;
  const permissions = readPermissions(old.permissions).known;
  const stopsAt = new Date(now.getTime() + overlapHours * HOUR_MS);
  await tx.apiKey.update({
    where: { id },
    data: overlapHours === 0 ? { revokedAt: now } : { expiresAt: stopsAt },
  });
  return { ...(await createKey(tx, { clientId, permissions, allowedIps, createdBy })), clientId, stopsAt };
}
