import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { toOneLine, visibleLine } from '#lib/fields.ts';
import { hashKey } from '#lib/hot-queries/find-caller.ts';
import { newId, newKeySecret } from '#lib/ids.ts';
import { lockApiKey } from '#lib/locks.ts';
import type { Permission } from '#lib/permissions.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { readPermissions } from './client-input.ts';
import { AWAITING_APPROVAL, endOfOverlap, requiresKeyApproval } from './key-approval.ts';
import { mailKeyCreated, mailKeyDecided } from './mail.ts';

/** What staff call a key: one line of at most 60 characters. */
export const KEY_NAME = z.string().transform(toOneLine).default('').pipe(visibleLine(60, 0));

type NewKey = {
  clientId: string;
  /** What staff call it; empty by default. */
  name?: string;
  permissions: Permission[];
  allowedIps: string[];
  /** The staff member who creates it; undefined for the console, which needs no approval. */
  createdBy?: string;
  /** The key that it replaces, if it does, and when that one stops: null until this one is approved. */
  replaces?: { id: string; overlapHours: number; stopsAt: Date | null };
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
      replacesId: replaces?.id ?? null,
      overlapHours: replaces?.overlapHours ?? null,
    },
  });
  await mailKeyCreated(tx, row, replaces?.stopsAt ?? null);
  return { id, key, permissions, allowed_ips: allowedIps };
}

/**
 * Revokes a key at once, even one with a later end. One that has stopped keeps the date on which it did; of one that waited for
 * approval the client is mailed, as when it is rejected.
 * @returns when the key stopped, and whether this call stopped it; undefined if there is no such key
 */
export async function revokeKey(tx: Tx, id: string, now: Date) {
  const works = { id, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const { count } = await tx.apiKey.updateMany({ where: works, data: { revokedAt: now } });
  const row = await tx.apiKey.findUnique({ where: { id } });
  if (count > 0 && row?.awaitsApproval) await mailKeyDecided(tx, row, { isApproved: false, stopsAt: null });
  const stoppedAt = row?.revokedAt ?? row?.expiresAt;
  return stoppedAt ? { id, stoppedAt, wasWorking: count > 0 } : undefined;
}

/** Changes what staff call a key. */
export async function renameKey(tx: Tx, id: string, name: string): Promise<void> {
  await tx.apiKey.update({ where: { id }, data: { name } });
}

/** The longest overlap of a key with its replacement: 30 days, in hours. */
export const MAX_OVERLAP_HOURS = 720;

/**
 * Replaces a key by a new one with the same permissions and addresses, which may need approval like any other. The old one
 * keeps working during the overlap, then stops; without an overlap it stops at once. Where the new one waits, the overlap
 * begins when that is approved (key-approval.ts), and there must be one. Under the key's lock: of two concurrent calls, one
 * replaces it.
 * @param overlapHours whole hours, 0 to MAX_OVERLAP_HOURS.
 * @param createdBy the account of the staff member
 * @returns the new key, which is only shown here; and when the old one stops, null while the new one waits
 * @throws DomainError `key_stopped`, if the key has stopped, was replaced, or waits for approval, or its replacement does;
 *   `overlap_needed`
 */
export async function rotateKey(tx: Tx, id: string, overlapHours: number, createdBy: string, now: Date) {
  await lockApiKey(tx, id);
  const old = await tx.apiKey.findUnique({ where: { id } });
  if (!old || old.revokedAt || old.expiresAt || old.awaitsApproval) throw new DomainError('key_stopped');
  const { clientId, name, allowedIps } = old;
  const permissions = readPermissions(old.permissions).known;
  const request = { clientId, name, permissions, allowedIps, createdBy };
  if (requiresKeyApproval(permissions)) {
    if (overlapHours === 0) throw new DomainError('overlap_needed', { field: 'hours' });
    const waiting = await tx.apiKey.count({ where: { replacesId: id, ...AWAITING_APPROVAL } });
    if (waiting > 0) throw new DomainError('key_stopped');
    const replaces = { id, overlapHours, stopsAt: null };
    return { ...(await createKey(tx, { ...request, replaces })), clientId, stopsAt: null };
  }
  const stopsAt = endOfOverlap(overlapHours, now);
  await tx.apiKey.update({
    where: { id },
    data: overlapHours === 0 ? { revokedAt: now } : { expiresAt: stopsAt },
  });
  return { ...(await createKey(tx, { ...request, replaces: { id, overlapHours, stopsAt } })), clientId, stopsAt };
}
