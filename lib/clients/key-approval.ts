import type { Tx } from '#lib/db.ts';
import { lockApiKey } from '#lib/locks.ts';
import type { Permission } from '#lib/permissions.ts';
import { requireNoPart, requiresApproval } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { ApiKey } from '#prisma/generated/client.ts';

/** Permissions that decide about money: the fees of donations, and the account that owns a cause. */
const PERMISSIONS_OF_TWO: readonly Permission[] = ['causes:set_fee', 'creators:provision'];

/**
 * Whether a key that a staff member creates needs approval, by its permissions; never if one staff member is enough here.
 */
export function requiresKeyApproval(permissions: readonly Permission[]): boolean {
  return requiresApproval(
    'key.create',
    PERMISSIONS_OF_TWO.some((each) => permissions.includes(each)),
  );
}

/**
 * Approves a key that waits. Under the key's lock: of two concurrent decisions, one is made.
 * @param by the account that approves
 * @throws DomainError `already_decided`, if it no longer waits; `own_request`
 */
export async function approveKey(tx: Tx, id: string, by: string, now: Date): Promise<void> {
  const key = await lockWaiting(tx, id);
  await requireNoPart(tx, 'key.approve', by, { asked: key.createdBy });
  await tx.apiKey.update({
    where: { id },
    data: { awaitsApproval: false, approvedBy: by, approvedAt: now },
  });
}

/**
 * Rejects a key that waits: it is revoked and never works. Its creator can withdraw it in the same way.
 * @throws DomainError `already_decided`
 */
export async function refuseKey(tx: Tx, id: string, now: Date): Promise<void> {
  await lockWaiting(tx, id);
  await tx.apiKey.update({ where: { id }, data: { revokedAt: now } });
}

async function lockWaiting(tx: Tx, id: string): Promise<ApiKey> {
  await lockApiKey(tx, id);
  const key = await tx.apiKey.findFirst({ where: { id, ...AWAITING_APPROVAL } });
  if (!key) throw new DomainError('already_decided');
  return key;
}

/** Keys that wait for approval. */
export const AWAITING_APPROVAL = { awaitsApproval: true, revokedAt: null };
