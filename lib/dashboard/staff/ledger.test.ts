import { expect, test } from 'vitest';
import { transaction } from '#lib/db.ts';
import type { Difference } from '#lib/ledger/difference.ts';
import { recordCheck } from '#lib/ledger/record-check.ts';
import { NOW } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { ledgerOverview } from './ledger.ts';

ownDatabase();

const DIFFERENCE: Difference = {
  about: 'payment',
  kind: 'settlement',
  subject: 'pay_1',
  causeKey: 'well',
  currency: 'USD',
  account: 'gateway_cost',
  expectedMinor: '175',
  foundMinor: '350',
};
const stored = async () => (await ledgerOverview()).check?.differences;

test('a difference shows its kind and account, and what was expected and found', async () => {
  await transaction((tx) => recordCheck(tx, [DIFFERENCE], NOW));
  expect(await stored()).toMatchObject([
    { about: 'payment', kind: 'settlement', subject: 'pay_1', account: 'gateway_cost' },
  ]);
});

test('a check that stopped at its limit says that there may be more', async () => {
  await transaction((tx) => recordCheck(tx, Array<Difference>(49).fill(DIFFERENCE), new Date(NOW.getTime() + 1)));
  expect((await ledgerOverview()).check).toMatchObject({ isCut: false });
  await transaction((tx) => recordCheck(tx, Array<Difference>(50).fill(DIFFERENCE), new Date(NOW.getTime() + 2)));
  expect((await ledgerOverview()).check).toMatchObject({ isCut: true });
});
