import { expect, test } from 'vitest';
import { createClient } from '#lib/clients/client.ts';
import { approveKey } from '#lib/clients/key-approval.ts';
import { createKey, revokeKey, rotateKey } from '#lib/clients/keys.ts';
import { transaction } from '#lib/db.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { staffMember } from '#testing/withdrawals.ts';
import { findKey } from './clients.ts';

ownDatabase();

test('a key that waits names the key that its approval ends, as long as that one has no end', async () => {
  const [asker, approver] = [(await staffMember()).id, (await staffMember()).id];
  const now = new Date();
  const { old, fresh } = await transaction(async (tx) => {
    const { id: clientId } = await createClient(tx, { name: 'Manos Unidas' });
    const request = { clientId, name: 'Backend', allowedIps: [], createdBy: asker };
    const made = await createKey(tx, { ...request, permissions: ['causes:set_fee'] });
    await approveKey(tx, made.id, approver, now);
    return { old: made, fresh: await rotateKey(tx, made.id, 24, asker, now) };
  });
  const ends = async () => (await findKey(approver, fresh.id, now))?.ends;
  expect(await ends()).toEqual({ id: old.id, name: 'Backend', overlapHours: 24 });
  await transaction((tx) => revokeKey(tx, old.id, now));
  expect(await ends()).toBeNull();
});
