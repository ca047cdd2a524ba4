import { z } from 'zod';
import { readAllowedIps, readPermissions } from '#lib/clients/client-input.ts';
import { createKey, MAX_OVERLAP_HOURS, revokeKey, rotateKey } from '#lib/clients/keys.ts';
import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { dashboardAction, refuse } from '../action.ts';

/** Several boxes of one name come as a list, one alone as a text, none not at all. */
const boxes = z.union([z.array(z.string()), z.string().transform((one) => [one])]).optional();

/** Makes a key for a client. The key itself is shown a single time, and neither logged nor audited. */
export const createKeyAction = dashboardAction({
  name: 'key.create',
  needsFreshSignIn: true,
  input: z.object({ permissions: boxes, allowed_ips: z.string() }),
  find: async (tx, { client }) =>
    typeof client === 'string' ? tx.client.findUnique({ where: { id: client }, select: { id: true } }) : null,
  act: async (tx, { input, resource: { id: clientId } }) => {
    const permissions = readPermissions(input.permissions ?? []);
    if (permissions.known.length === 0 || permissions.unknown.length > 0)
      refuse('permissionsNeeded', 'permissions');
    const { ranges: allowedIps, wrong } = readAllowedIps(input.allowed_ips);
    if (wrong.length > 0) refuse('addressRange', 'allowed_ips', { count: wrong.length });
    const { id, key } = await createKey(tx, { clientId, permissions: permissions.known, allowedIps });
    return {
      notice: 'keyCreated',
      reveal: key,
      audit: { subject: id, data: { client: clientId, permissions: permissions.known, allowedIps } },
    };
  },
});

/** The client that a key belongs to, so that the page leads back to it. */
async function findKey(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const key = await tx.apiKey.findUnique({ where: { id }, select: { id: true, clientId: true } });
  return key && { key };
}

/** Replaces a key, with an overlap in which both work. */
export const rotateKeyAction = dashboardAction({
  name: 'key.rotate',
  needsFreshSignIn: true,
  input: z.object({ hours: z.coerce.number().pipe(z.int().min(0).max(MAX_OVERLAP_HOURS)) }),
  find: findKey,
  act: async (tx, { input, resource: { key: old }, now }) => {
    const rotated = await rotateKey(tx, old.id, input.hours, now);
    if (rotated === 'over') return refuse('keyOver');
    const { id, key, clientId, stopsAt } = rotated;
    return {
      to: `/dashboard/staff/clients/${clientId}`,
      notice: 'keyRotated',
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
