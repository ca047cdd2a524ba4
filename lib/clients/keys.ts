import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { visibleLine } from '#lib/fields.ts';
import { hashKey } from '#lib/hot-queries/find-caller.ts';
import { newId, newKeySecret } from '#lib/ids.ts';
import { lockApiKey } from '#lib/locks.ts';
import type { Permission } from '#lib/permissions.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { readPermissions } from './client-input.ts';
import { requiresKeyApproval } from './key-approval.ts';
import { mailKeyCreated } from './mail.ts';

/** What staff call a key: at most 60 characters. */
export const KEY_NAME = z.string().trim().default('').pipe(visibleLine(60, 0));

type NewKey = {
  clientId: string;
  /** What staff call it; empty by default. */
  name?: string;
  permissions: Permission[];
  allowedIps: string[];
  /** The staff member who creates it; undefined for the console, which needs no approval. */
  createdBy?: string;
  /** The key that it replaces, and when that one stops, if it replaces one. */
  replaces?: { id: string; stopsAt: Date };
};

/**
 * Issues an API key and mails its client. The key itself is only returned here (ruling 26). One that a staff member creates
 * may need approval (key-approval.ts) before it authenticates.
 */
export async function createKey(tx: Tx, { clientId, name = '', permissions, allowedIps, createdBy, replaces }: NewKey) {
  const key = `cause_live_${newKeySecret()}`;
  const id = newId('apiKey');
  const awaitsApproval = createdBy !== undefined && requiresKeyApproval(permissions);
  const row = await tx.apiKey.create({
    data: {
      id,
      clientId,
      name,
      hash: hashKey(key),
      permissions,
      allowedIps,
      awaitsApproval,
      createdBy: createdBy ?? null,
    },
  });
  await mailKeyCreated(tx, row, replaces);
  return { id, key, permissions, allowed_ips: allowedIps };
}

/**
 * Revokes a key at once, even one with a later end. One that has stopped keeps the date on which it did.
 * @returns when the key stopped, and whether this call stopped it; undefined if there is no such key
 */
export async function revokeKey(tx: Tx, id: string, now: Date) {
  const works = { id, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const { count } = await tx.apiKey.updateMany({ where: works, data: { revokedAt: now } });
  const row = await tx.apiKey.findUnique({ where: { id } });
  const stoppedAt = row?.revokedAt ?? row?.expiresAt;
  return stoppedAt ? { id, stoppedAt, wasWorking: count > 0 } : undefined;
}

/** Changes what staff call a key. */
export async function renameKey(tx: Tx, id: string, name: string): Promise<void> {
  await tx.apiKey.update({ where: { id }, data: { name } });
}

/** The longest overlap of a key with its replacement: 30 days, in hours. */
export const MAX_OVERLAP_HOURS = 720;
const HOUR_MS = 3_600_000;

/**
 * Replaces a key by a new one with the same permissions and addresses, which may need approval like any other. The old one
 * keeps working during the overlap, then stops; without an overlap it stops at once, so a new one that waits must have one. Under the key's lock: of two
 * concurrent calls, one replaces it.
 * @param overlapHours whole hours, 0 to MAX_OVERLAP_HOURS.
 * @param createdBy the account of the staff member
 * @returns the new key, which is only shown here
 * @throws DomainError `key_stopped`, if the key has stopped, was replaced, or waits for approval; `overlap_needed`
 */
export async function rotateKey(tx: Tx, id: string, overlapHours: number, createdBy: string, now: Date) {
  await lockApiKey(tx, id);
  const old = await tx.apiKey.findUnique({ where: { id } });
  if (!old || old.revokedAt || old.expiresAt || old.awaitsApproval) throw new DomainError('key_stopped');
  const { clientId, name, allowedIps } = old;
  const permissions = readPermissions(old.permissions).known;
  if (overlapHours === 0 && requiresKeyApproval(permissions))
    throw new DomainError('overlap_needed', { field: 'hours' });
  const stopsAt = new Date(now.getTime() + overlapHours * HOUR_MS);
  await tx.apiKey.update({
    where: { id },
    data: overlapHours === 0 ? { revokedAt: now } : { expiresAt: stopsAt },
  });
  return {
    ...(await createKey(tx, { clientId, name, permissions, allowedIps, createdBy, replaces: { id, stopsAt } })),
    clientId,
    stopsAt,
  };
}
