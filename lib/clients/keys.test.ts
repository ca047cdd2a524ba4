import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { findCaller } from '#lib/hot-queries/find-caller.ts';
import { createPartner } from '#testing/factories.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { revokeKey, rotateKey } from './keys.ts';

ownDatabase();

const callerOf = async (key: string) => (await findCaller(key))?.caller;

const DAY_MS = 86_400_000;
const rotate = (id: string, hours: number, now = new Date()) =>
  transaction((tx) => rotateKey(tx, id, hours, 'acc_staff', now));

test('a replaced key works until the end of its overlap, like the new one with the same permissions and addresses', async () => {
  const old = await createPartner({ permissions: ['cause:read'], allowedIps: ['203.0.113.0/24'] });
  const fresh = await rotate(old.keyId, 24);
  const [before, after] = await Promise.all([callerOf(old.key), callerOf(fresh.key)]);
  expect(after).toMatchObject({ clientId: old.clientId, allowedIps: ['203.0.113.0/24'] });
  expect([...(after?.permissions ?? [])]).toEqual(['cause:read']);
  expect(before).toEqual(after);
});

test('a replaced key stops working when its overlap ends', async () => {
  const old = await createPartner({ permissions: ['cause:read'] });
  const fresh = await rotate(old.keyId, 24, new Date(Date.now() - DAY_MS - 1));
  expect(await callerOf(old.key)).toBeUndefined();
  expect((await callerOf(fresh.key))?.clientId).toBe(old.clientId);
});

test('without an overlap, or when revoked during it, a key stops at once', async () => {
  const partner = () => createPartner({ permissions: ['cause:read'] });
  const [first, second] = [await partner(), await partner()];
  await rotate(first.keyId, 0);
  expect(await callerOf(first.key)).toBeUndefined();
  await rotate(second.keyId, 720);
  expect(await callerOf(second.key)).toBeDefined();
  await transaction((tx) => revokeKey(tx, second.keyId, new Date()));
  expect(await callerOf(second.key)).toBeUndefined();
});

test('a key whose overlap has ended keeps its end when it is revoked later', async () => {
  const old = await createPartner({ permissions: ['cause:read'] });
  const stoppedAt = new Date(Date.now() - 1);
  await rotate(old.keyId, 24, new Date(stoppedAt.getTime() - DAY_MS));
  const revoked = await transaction((tx) => revokeKey(tx, old.keyId, new Date()));
  expect(revoked).toEqual({ id: old.keyId, stoppedAt, wasWorking: false });
  expect(await db().apiKey.findUniqueOrThrow({ where: { id: old.keyId } })).toMatchObject({ revokedAt: null });
});

test('of two concurrent replacements of a key one is made, and the other is refused', async () => {
  const { keyId, clientId } = await createPartner({ permissions: ['cause:read'] });
  const results = await Promise.all([rotate(keyId, 24), rotate(keyId, 24), rotate(keyId, 0)].map(refusalOf));
  expect(results.filter((result) => result === 'key_stopped')).toHaveLength(2);
  expect(await db().apiKey.count({ where: { clientId } })).toBe(2);
});
