import { afterEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import type { BookLine } from '#lib/rails/port/books.ts';
import { differences, ownDatabase } from '#testing/ledger.ts';
import { accountSum } from '#testing/reconcile.ts';
import { findOtherMovements } from './compare.ts';
import { postAccountLines, storeLines } from './store-lines.ts';

ownDatabase();
afterEach(async () => {
  expect(await differences()).toEqual([]);
});

const at = new Date('2026-11-20T10:00:00Z');
const period = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z') };
const line = (id: string, kind: BookLine['kind'], grossMinor: bigint, feeMinor = 0n): BookLine => ({
  id,
  kind,
  gatewayPaymentId: null,
  currency: 'USD',
  at,
  grossMinor,
  feeMinor,
  netMinor: grossMinor - feeMinor,
});

test('account fees and payouts are posted once, even if their lines are read repeatedly', async () => {
  const lines = [line('txn_fee', 'fee', -250n), line('txn_payout', 'payout', -1000n, 15n)];
  for (const _time of [1, 2]) {
    await storeLines('stripe', lines);
    await Promise.all([postAccountLines('stripe', period), postAccountLines('stripe', period)]);
  }
  expect(await accountSum('gateway', 'USD')).toBe(-1265);
  expect(await accountSum('gateway_cost', 'USD')).toBe(265);
  expect(await accountSum('bank', 'USD')).toBe(1000);
});

test('a movement without a payment or known kind is reported and not posted', async () => {
  const before = await db().ledgerTransaction.count();
  await storeLines('stripe', [line('txn_strange', 'other', 777n)]);
  await postAccountLines('stripe', period);
  expect(await db().ledgerTransaction.count()).toBe(before);
  const scope = { gateway: 'stripe', ...period, earlier: [] };
  const named = {
    about: 'unknown_movement',
    subject: 'txn_strange',
    paymentId: null,
    currency: 'USD',
    oursMinor: '0',
    theirsMinor: '777',
  };
  expect(await findOtherMovements(db(), scope)).toEqual([named]);
  // A reported difference stays reported after its period.
  const later = { ...scope, from: period.to, to: new Date('2026-12-01T00:00:00Z') };
  expect(await findOtherMovements(db(), later)).toEqual([]);
  expect(await findOtherMovements(db(), { ...later, earlier: ['txn_strange'] })).toEqual([named]);
});
