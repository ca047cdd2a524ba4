import { z } from 'zod';
import { readAllowedIps, readPermissions } from '#lib/clients/client-input.ts';
import { approveKey, rejectKey, requiresKeyApproval } from '#lib/clients/key-approval.ts';
import { createKey, KEY_NAME, MAX_OVERLAP_HOURS, renameKey, revokeKey, rotateKey } from '#lib/clients/keys.ts';
import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import type { Permission } from '#lib/permissions.ts';
import { changedFields } from '#lib/policy/audit.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { canHaveKeys } from '#lib/service-client.ts';
import { dashboardAction, REASON } from '../action.ts';
import { rejectField } from '../form-errors.ts';
import { reviewOfKey } from '../staff/reviews.ts';

/** Browsers send several checked boxes of one name as a list, one as a text, and none as nothing. */
const boxes = z.union([z.array(z.string()), z.string().transform((one) => [one])]).optional();

/** Creates a key for a client. The key itself is shown once, and neither logged nor audited. */
export const createKeyAction = dashboardAction({
  name: 'key.create',
  creates: true,
  input: z.object({ name: KEY_NAME, permissions: boxes, allowed_ips: z.string() }),
  find: async (tx, { client }) =>
    typeof client === 'string' && canHaveKeys(client)
      ? tx.client.findUnique({ where: { id: client }, select: { id: true } })
      : null,
  act: async (tx, { actor, input, resource: { id: clientId } }) => {
    const permissions = readPermissions(input.permissions ?? []);
    if (permissions.known.length === 0 || permissions.unknown.length > 0)
      rejectField('permissions', 'permissionsNeeded');
    const { ranges: allowedIps, wrong } = readAllowedIps(input.allowed_ips);
    if (wrong.length > 0) rejectField('allowed_ips', 'addressRange', { count: wrong.length });
    const { name } = input;
    const request = { clientId, name, permissions: permissions.known, allowedIps, createdBy: actor.id };
    const { id, key } = await createKey(tx, request);
    return {
      notice: requiresKeyApproval(permissions.known) ? 'keyAwaits' : 'keyCreated',
      reveal: key,
      audit: { subject: id, data: { client: clientId, name, permissions: permissions.known, allowedIps } },
    };
  },
});

/** The client of a key, so that the redirect leads to its page. */
async function findKey(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const key = await tx.apiKey.findUnique({
    where: { id },
    select: {
      id: true,
      name: true,
      clientId: true,
      permissions: true,
      createdBy: true,
      lastUsedAt: true,
      revokedAt: true,
      expiresAt: true,
      awaitsApproval: true,
    },
  });
  return key && { key, parties: { asked: key.createdBy } };
}

/** Changes what staff call a key. */
export const renameKeyAction = dashboardAction({
  name: 'key.rename',
  input: z.object({ name: KEY_NAME }),
  find: findKey,
  act: async (tx, { input: { name }, resource: { key } }) => {
    await renameKey(tx, key.id, name);
    return {
      notice: 'saved',
      audit: { subject: key.id, data: { before: { name: key.name }, after: { name } } },
    };
  },
});

/** Replaces a key, with an overlap in which both work. */
export const rotateKeyAction = dashboardAction({
  name: 'key.rotate',
  creates: true,
  // Nothing chosen is not zero hours, which would end the old key at once.
  input: z.object({
    hours: z.string().trim().min(1).pipe(z.coerce.number()).pipe(z.int().min(0).max(MAX_OVERLAP_HOURS)),
  }),
  find: findKey,
  act: async (tx, { actor, input, resource: { key: old }, now }) => {
    const rotated = await rotateKey(tx, old.id, input.hours, actor.id, now);
    const { id, key, clientId, stopsAt, permissions } = rotated;
    return {
      to: `/dashboard/staff/clients/${clientId}`,
      notice: noticeOfRotation(permissions, input.hours),
      reveal: key,
      audit: {
        subject: old.id,
        data: {
          by: id,
          ...(stopsAt
            ? { before: { stopsAt: null }, after: { stopsAt: timestamp(stopsAt) } }
            : { overlapHours: input.hours }),
        },
      },
    };
  },
});

/** The notice about a new key and the one that it replaces. */
function noticeOfRotation(permissions: readonly Permission[], overlapHours: number) {
  if (requiresKeyApproval(permissions)) return 'keyRotatedAwaits';
  return overlapHours === 0 ? 'keyRotatedNow' : 'keyRotated';
}

/** Revokes a key. */
export const revokeKeyAction = dashboardAction({
  name: 'key.revoke',
  input: z.object({ reason: REASON }),
  find: findKey,
  review: (tx, { resource: { key }, now }) => reviewOfKey(tx, key, now),
  act: async (tx, { input: { reason }, resource: { key }, now }) => {
    const revoked = await revokeKey(tx, key.id, now);
    if (!revoked?.wasWorking) throw new DomainError('key_stopped');
    return {
      notice: 'keyRevoked',
      audit: {
        subject: key.id,
        data: { before: { revokedAt: key.revokedAt }, after: { revokedAt: now }, reason },
      },
    };
  },
});

/** Approves a key that another staff member created. */
export const approveKeyAction = dashboardAction({
  name: 'key.approve',
  input: z.object({}),
  find: findKey,
  act: async (tx, { actor, resource: { key }, now }) => {
    await approveKey(tx, key.id, actor.id, now);
    return { notice: 'keyApproved', audit: decisionOn(key, { awaitsApproval: false }) };
  },
});

/** Rejects such a key, which revokes it. */
export const rejectKeyAction = dashboardAction({
  name: 'key.reject',
  input: z.object({ reason: REASON }),
  find: findKey,
  review: async (tx, { actor, resource: { key }, now }) => ({
    ...(await reviewOfKey(tx, key, now, true)),
    isOwn: (await partsOf(tx, 'key.approve', actor.id, { asked: key.createdBy })).has('asked'),
  }),
  act: async (tx, { input: { reason }, resource: { key }, now }) => {
    await rejectKey(tx, key.id, now);
    return { notice: 'keyRefused', audit: decisionOn(key, { revokedAt: now }, reason) };
  },
});

type FoundKey = NonNullable<Awaited<ReturnType<typeof findKey>>>['key'];

/** The audit entry of a decision; its actor is the one who decides. */
function decisionOn(key: FoundKey, change: Partial<FoundKey>, reason?: string) {
  const { id, clientId, permissions, createdBy } = key;
  const fields = Object.keys(change) as (keyof FoundKey)[];
  return {
    subject: id,
    data: {
      client: clientId,
      permissions,
      requestedBy: createdBy,
      ...changedFields(key, { ...key, ...change }, fields),
      ...(reason === undefined ? {} : { reason }),
    },
  };
}
