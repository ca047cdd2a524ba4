import { expect, test } from 'vitest';
import { findAccountToVerify, findWithdrawalDetail } from '#lib/dashboard/staff/withdrawals.ts';
import { db } from '#lib/db.ts';
import { NOW } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { creatorWith, sentOn, staffMember } from '#testing/withdrawals.ts';
import { changeWithdrawal, markWithdrawalSent } from './change.ts';

ownDatabase();

/** A withdrawal of 600 dollars that somebody has approved. */
async function approved() {
  const made = await creatorWith(1000);
  const { id } = await made.ask(600);
  await changeWithdrawal(made.staff, id, 'approve', null, NOW);
  const start = (actor = made.staff) => changeWithdrawal(actor, id, 'start_sending', null, NOW);
  return { ...made, id, start };
}

/** The actions on a withdrawal's page for a staff member. */
async function offeredTo({ id }: { id: string }, withdrawalId: string) {
  const detail = await findWithdrawalDetail({ id, role: 'staff' }, withdrawalId, NOW);
  return { actions: detail?.actions, isVerifier: detail?.isVerifier };
}

test('the verifier of a bank account cannot start to send a withdrawal to it; somebody else can', async () => {
  const { id, verifier, start } = await approved();
  expect(await refusalOf(start(verifier))).toBe('verified_by_payer');
  expect((await db().withdrawal.findUniqueOrThrow({ where: { id } })).state).toBe('approved');
  expect((await start()).state).toBe('sending');
  // What became of it is a fact, which anybody records.
  expect((await markWithdrawalSent(verifier, id, sentOn(NOW), NOW)).state).toBe('paid');
});

test('nor from a second account with the same mailbox', async () => {
  const { verifier, start } = await approved();
  const twin = await staffMember();
  const { email } = await db().account.findUniqueOrThrow({ where: { id: verifier.id } });
  const tagged = email.replace('@', '+two@');
  await db().account.update({ where: { id: twin.id }, data: { email: tagged, emailKey: tagged } });
  expect(await refusalOf(start(twin))).toBe('verified_by_payer');
});

test('the page says so before they send money, they can still reject it, and the account shows who revealed its number', async () => {
  const { id, verifier, staff, bankAccountId } = await approved();
  expect(await offeredTo(verifier, id)).toEqual({ actions: ['reject'], isVerifier: true });
  expect(await offeredTo(staff, id)).toEqual({ actions: ['reject', 'start_sending'], isVerifier: false });
  const account = await findAccountToVerify(staff, bankAccountId);
  expect(account?.reviewedBy).toMatchObject({ id: verifier.id, name: 'Sam Staff' });
});
