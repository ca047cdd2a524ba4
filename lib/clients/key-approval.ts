import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { lockApiKey } from '#lib/locks.ts';
import type { Permission } from '#lib/permissions.ts';
import { audit } from '#lib/policy/audit.ts';
import { requireNoPart, requiresApproval } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { ApiKey } from '#prisma/generated/client.ts';
import { mailKeyDecided } from './mail.ts';

/** Permissions that need a second person: they decide about the fees of donations, and about the account that owns a cause. */
const PERMISSIONS_TO_APPROVE: readonly Permission[] = ['causes:set_fee', 'creators:provision'];

/**
 * Whether a key that a staff member creates needs approval, by its permissions; never if one staff member is enough here.
 */
export function requiresKeyApproval(permissions: readonly Permission[]): boolean {
  return requiresApproval(
    'key.create',
    PERMISSIONS_TO_APPROVE.some((each) => permissions.includes(each)),
  );
}

const HOUR_MS = 3_600_000;

/** When a key stops that is replaced now. */
export function endOfOverlap(overlapHours: number, now: Date): Date {
  return new Date(now.getTime() + overlapHours * HOUR_MS);
}

/**
 * Approves a key that waits, and mails the client. One that it replaces keeps working during the overlap, which begins now: the
 * mail says when it stops. Under the key's lock: of two concurrent decisions, one is made.
 * @param by the account that approves
 * @throws DomainError `already_decided`, if it no longer waits; `own_request`
 */
export async function approveKey(tx: Tx, id: string, by: string, now: Date): Promise<void> {
  const key = await lockWaiting(tx, id);
  await requireNoPart(tx, 'key.approve', by, { asked: key.createdBy });
  const approved = await tx.apiKey.update({
    where: { id },
    data: { awaitsApproval: false, approvedBy: by, approvedAt: now },
  });
  const stopsAt = await endReplaced(tx, approved, by, now);
  await mailKeyDecided(tx, approved, { isApproved: true, stopsAt });
}

/** Ends the key that an approved one replaces, if it replaces one that has no end. @returns when that one stops */
async function endReplaced(tx: Tx, key: ApiKey, by: string, now: Date): Promise<Date | null> {
  const { replacesId: id, overlapHours } = key;
  if (id === null || overlapHours === null) return null;
  const stopsAt = endOfOverlap(overlapHours, now);
  const { count } = await tx.apiKey.updateMany({
    where: { id, revokedAt: null, expiresAt: null },
    data: { expiresAt: stopsAt },
  });
  if (count === 0) return null;
  const data = { by: key.id, before: { stopsAt: null }, after: { stopsAt: timestamp(stopsAt) } };
  await audit(tx, { actor: by, action: 'key.rotate', subject: id, data });
  return stopsAt;
}

/**
 * Rejects a key that waits: it is revoked and never works, and the client is mailed. Its creator can withdraw it in the same way.
 * @throws DomainError `already_decided`
 */
export async function rejectKey(tx: Tx, id: string, now: Date): Promise<void> {
  const key = await lockWaiting(tx, id);
  await tx.apiKey.update({ where: { id }, data: { revokedAt: now } });
  await mailKeyDecided(tx, key, { isApproved: false, stopsAt: null });
}

async function lockWaiting(tx: Tx, id: string): Promise<ApiKey> {
  await lockApiKey(tx, id);
  const key = await tx.apiKey.findFirst({ where: { id, ...AWAITING_APPROVAL } });
  if (!key) throw new DomainError('already_decided');
  return key;
}

/** Keys that wait for approval. */
export const AWAITING_APPROVAL = { awaitsApproval: true, revokedAt: null };
