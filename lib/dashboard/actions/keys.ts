import { z } from 'zod';
import { readAllowedIps, readPermissions } from '#lib/clients/client-input.ts';
import {
  approveKey,
  type KeyDecisionRefusal,
  needsSecondPerson,
  refuseKey,
} from '#lib/clients/key-approval.ts';
import { createKey, MAX_OVERLAP_HOURS, revokeKey, rotateKey } from '#lib/clients/keys.ts';
import { takesKeys } from '#lib/clients/service-client.ts';
import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { dashboardAction, refuse } from '../action.ts';
import type { FaultCode } from '../page-view.ts';

/** Several boxes of one name come as a list, one alone as a text, none not at all. */
const boxes = z.union([z.array(z.string()), z.string().transform((one) => [one])]).optional();

/** Makes a key for a client. The key itself is shown a single time, and neither logged nor audited. */
export const createKeyAction = dashboardAction({
  name: 'key.create',
  needsFreshSignIn: true,
  input: z.object({ permissions: boxes, allowed_ips: z.string() }),
  find: async (tx, { client }) =>
    typeof client === 'string' && takesKeys(client)
      ? tx.client.findUnique({ where: { id: client }, select: { id: true } })
      : null,
  act: async (tx, { actor, input, resource: { id: clientId } }) => {
    const permissions = readPermissions(input.permissions ?? []);
    if (permissions.known.length === 0 || permissions.unknown.length > 0)
      refuse('permissionsNeeded', 'permissions');
    const { ranges: allowedIps, wrong } = readAllowedIps(input.allowed_ips);
    if (wrong.length > 0) refuse('addressRange', 'allowed_ips', { count: wrong.length });
    const wish = { clientId, permissions: permissions.known, allowedIps, createdBy: actor.id };
    const { id, key } = await createKey(tx, wish);
    return {
      notice: needsSecondPerson(permissions.known) ? 'keyAwaits' : 'keyCreated',
      reveal: key,
      audit: { subject: id, data: { client: clientId, permissions: permissions.known, allowedIps } },
    };
  },
});

/** The client that a key belongs to, so that the page leads back to it. */
async function findKey(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const key = await tx.apiKey.findUnique({
    where: { id },
    select: { id: true, clientId: true, permissions: true, createdBy: true },
  });
  return key && { key, requesterId: key.createdBy };
}

/** Replaces a key, with an overlap in which both work. */
export const rotateKeyAction = dashboardAction({
  name: 'key.rotate',
  needsFreshSignIn: true,
  input: z.object({ hours: z.coerce.number().pipe(z.int().min(0).max(MAX_OVERLAP_HOURS)) }),
  find: findKey,
  act: async (tx, { actor, input, resource: { key: old }, now }) => {
    const rotated = await rotateKey(tx, old.id, input.hours, actor.id, now);
    if (rotated === 'over') return refuse('keyOver');
    const { id, key, clientId, stopsAt, permissions } = rotated;
    return {
      to: `/dashboard/staff/clients/${clientId}`,
      notice: needsSecondPerson(permissions) ? 'keyAwaits' : 'keyRotated',
      reveal: key,
      audit: { subject: old.id, data: { by: id, stopsAt: timestamp(stopsAt) } },
    };
  },
});

/** Stops a key at once. */
export const revokeKeyAction = dashboardAction({
  name: 'key.revoke',
  input: z.object({}),
  find: findKey,
  act: async (tx, { resource: { key }, now }) => {
    const revoked = await revokeKey(tx, key.id, now);
    if (revoked?.revokedAt.getTime() !== now.getTime()) refuse('keyOver');
    return {
      to: `/dashboard/staff/clients/${key.clientId}`,
      notice: 'keyRevoked',
      audit: { subject: key.id },
    };
  },
});

const WHY_NOT: Record<KeyDecisionRefusal, FaultCode> = {
  decided: 'decidedAlready',
  own_request: 'ownRequest',
};

/** Lets a key work that another member of staff has made. */
export const approveKeyAction = dashboardAction({
  name: 'key.approve',
  needsFreshSignIn: true,
  input: z.object({}),
  find: findKey,
  act: async (tx, { actor, resource: { key }, now }) => {
    const why = await approveKey(tx, key.id, actor.id, now);
    if (why) refuse(WHY_NOT[why]);
    return { notice: 'keyApproved', audit: decisionOn(key) };
  },
});

/** Refuses it, which revokes it. */
export const refuseKeyAction = dashboardAction({
  name: 'key.refuse',
  input: z.object({}),
  find: findKey,
  act: async (tx, { resource: { key }, now }) => {
    const why = await refuseKey(tx, key.id, now);
    if (why) refuse(WHY_NOT[why]);
    return { notice: 'keyRefused', audit: decisionOn(key) };
  },
});

/** Whoever decided stands beside it as the actor. */
function decisionOn({
  id,
  clientId,
  permissions,
  createdBy,
}: NonNullable<Awaited<ReturnType<typeof findKey>>>['key']) {
  return { subject: id, data: { client: clientId, permissions, requestedBy: createdBy } };
}
