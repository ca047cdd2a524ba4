import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { transaction } from '#lib/db.ts';
import { requestWithdrawal } from '#lib/withdrawals/request.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { donation, ownDatabase } from '#testing/ledger.ts';
import { staffMember, storedBankAccount, verifyAccount } from '#testing/withdrawals.ts';
import { loadCauseWithdrawals, loadWithdrawalReview } from './own-withdrawals.ts';
import { readResult, writeResult } from './results.ts';

const viewer = vi.hoisted(() => ({ id: '', name: 'Olga', role: 'creator' as const }));

// Outside a request of Next nobody is signed in, so the session is replaced. Everything else is the product's.
vi.mock('./dashboard-page.ts', async (original) => ({
  ...(await original<object>()),
  loadDashboardPage: async (path: string, query: Record<string, string>) => ({
    actor: viewer,
    session: { id: 'ses_1', actor: viewer, isFresh: true },
    page: { viewer, locale: 'en', path, query, result: await readResult(viewer, query.result, NOW) },
    now: NOW,
  }),
}));

ownDatabase();

test('whoever goes back after a request neither reads that nothing was done nor sends it again', async () => {
  const { key, owner } = await storedCause();
  viewer.id = owner.id;
  await donation(key, { amountMajor: 500 });
  const bankAccountId = await storedBankAccount(owner, 'USD');
  await verifyAccount(await staffMember(), bankAccountId);
  const once = randomUUID();
  const values = { once, locale: 'en', amount: '50', reason: 'Pipes', bankAccountId };
  const result = await transaction((tx) => writeResult(tx, owner.id, 'withdrawal.request', { values }, NOW));

  expect((await loadWithdrawalReview(key, { result })).view.amountMajor).toBe(50);
  expect((await loadCauseWithdrawals(key, { result })).page.result).toMatchObject({ kind: 'refused', values });

  const request = { causeKey: key, amountMajor: 50, currency: 'USD', bankAccountId, reason: 'Pipes', key: once };
  await requestWithdrawal(owner, request, NOW);
  await expect(loadWithdrawalReview(key, { result })).rejects.toMatchObject({
    digest: expect.stringContaining(`;/dashboard/causes/${key}/withdrawals;`),
  });
  expect((await loadCauseWithdrawals(key, { result })).page.result).toBeNull();
});
