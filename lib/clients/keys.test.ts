import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { createPartner } from '#scripts/testing/factories.ts';
import { ownDatabase } from '#scripts/testing/ledger.ts';
import { findCaller } from './authenticate.ts';

const callerOf = async (key: string) => (await findCaller(key))?.caller;

import { revokeKey, rotateKey } from './keys.ts';

ownDatabase();

const DAY_MS = 86_400_000;
const rotate = (id: string, hours: number, now = new Date()) =>
  transaction((tx) => rotateKey(tx, id, hours, 'acc_staff', now));
async function rotated(id: string, hours: number, now?: Date) {
  const result = await rotate(id, hours, now);
  if (result === 'over') throw new Error('the key is over');
  return result;
}

test('a replaced key works beside the new one, with the same permissions and addresses, until its time', async () => {
  const old = await createPartner({ permissions: ['cause:read'], allowedIps: ['203.0.113.0/24'] });
  const fresh = await rotated(old.keyId, 24);
  const [before, after] = await Promise.all([callerOf(old.key), callerOf(fresh.key)]);
  expect(after).toMatchObject({ clientId: old.clientId, allowedIps: ['203.0.113.0/24'] });
  expect([...(after?.permissions ?? [])]).toEqual(['cause:read']);
  expect(before).toEqual(after);
});

test('when its overlap is over a replaced key stops by itself', async () => {
  const old = await createPartner({ permissions: ['cause:read'] });
  const fresh = await rotated(old.keyId, 24, new Date(Date.now() - DAY_MS - 1));
  expect(await callerOf(old.key)).toBeUndefined();
  expect((await callerOf(fresh.key))?.clientId).toBe(old.clientId);
});

test('without an overlap, and when it is revoked within one, a key stops at once', async () => {
  const [first, second] = [await createPartner(), await createPartner()];
  await rotated(first.keyId, 0);
  expect(await callerOf(first.key)).toBeUndefined();
  await rotated(second.keyId, 720);
  expect(await callerOf(second.key)).toBeDefined();
  await transaction((tx) => revokeKey(tx, second.keyId, new Date()));
  expect(await callerOf(second.key)).toBeUndefined();
});

test('of two who replace a key at once one does, and the other is told', async () => {
  const { keyId, clientId } = await createPartner();
  const results = await Promise.all([rotate(keyId, 24), rotate(keyId, 24), rotate(keyId, 0)]);
  expect(results.filter((result) => result === 'over')).toHaveLength(2);
  expect(await db().apiKey.count({ where: { clientId } })).toBe(2);
});
