import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { transaction } from '#lib/db.ts';
import { rejectBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { requestWithdrawal } from '#lib/withdrawals/request.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { donation, ownDatabase } from '#testing/ledger.ts';
import { creatorWith, staffMember, storedBankAccount, verifyAccount } from '#testing/withdrawals.ts';
import { loadCauseWithdrawals, loadWithdrawalReview } from './own-withdrawals.ts';
import { readResult, writeResult } from './results.ts';
import { findWithdrawalDetail } from './staff/withdrawals.ts';

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

test('a withdrawal to a rejected bank account is not offered for approval, and its creator reads what to do', async () => {
  const { key, creator, staff, ask, bankAccountId } = await creatorWith(1000);
  viewer.id = creator.id;
  const { id } = await ask(600);
  const offered = async () => (await findWithdrawalDetail({ id: staff.id, role: 'staff' }, id, NOW))?.actions;
  const shown = async () => (await loadCauseWithdrawals(key, {})).view.withdrawals;
  expect(await offered()).toEqual(['approve', 'reject']);
  expect(await shown()).toMatchObject([{ isAccountRejected: false, expectedDay: expect.any(String) }]);
  await rejectBankAccount(staff, bankAccountId, 'Another name', NOW);
  expect(await offered()).toEqual(['reject']);
  expect(await shown()).toMatchObject([{ isAccountRejected: true, mayCancel: true, expectedDay: null }]);
  await changeWithdrawal(staff, id, 'reject', 'Another name', NOW);
  expect(await shown()).toMatchObject([{ isAccountRejected: false }]);
});

test('nor is one offered to be sent', async () => {
  const { staff, ask, bankAccountId } = await creatorWith(1000);
  const { id, state } = await ask(500);
  expect(state).toBe('approved');
  const offered = async () => (await findWithdrawalDetail({ id: staff.id, role: 'staff' }, id, NOW))?.actions;
  expect(await offered()).toEqual(['reject', 'start_sending']);
  await rejectBankAccount(staff, bankAccountId, 'Another name', NOW);
  expect(await offered()).toEqual(['reject']);
});
