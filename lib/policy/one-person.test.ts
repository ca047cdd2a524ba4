import { expect, test } from 'vitest';
import { changeCauseState, restoreCause } from '#lib/causes/change-state.ts';
import { editCause } from '#lib/causes/edit.ts';
import type { CauseState } from '#lib/causes/states.ts';
import { findCauseDetail } from '#lib/dashboard/staff/causes.ts';
import { findAccountToVerify, findWithdrawalDetail } from '#lib/dashboard/staff/withdrawals.ts';
import { db, transaction } from '#lib/db.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { rejectBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { creatorWith, staffMember, storedBankAccount, verifyAccount } from '#testing/withdrawals.ts';

ownDatabase();

/** A staff account of the person that a creator is, by a tag in their address. */
async function staffAccountOf({ id: accountId }: Actor): Promise<Actor> {
  const { email } = await db().account.findUniqueOrThrow({ where: { id: accountId } });
  const tagged = email.replace('@', '+staff@');
  const staff = await staffMember();
  await db().account.update({ where: { id: staff.id }, data: { email: tagged, emailKey: tagged } });
  return staff;
}
const viewer = ({ id }: Actor) => ({ id, name: '', role: 'staff' }) as const;

test('one person with two accounts neither verifies, nor decides about, nor sends their own withdrawal', async () => {
  const { creator, staff, ask } = await creatorWith(2000);
  const self = await staffAccountOf(creator);
  const added = await storedBankAccount(creator, 'USD');
  expect(await refusalOf(verifyAccount(self, added))).toBe('own_request');
  expect(await refusalOf(rejectBankAccount(self, added, 'Not mine', NOW))).toBe('own_request');
  expect(await findAccountToVerify(viewer(self), added)).toMatchObject({ isOwn: true });

  const { id } = await ask(600);
  const act = (action: 'approve' | 'reject' | 'start_sending', actor: Actor) =>
    changeWithdrawal(actor, id, action, action === 'reject' ? 'No' : null, NOW);
  expect(await refusalOf(act('approve', self))).toBe('own_request');
  expect(await refusalOf(act('reject', self))).toBe('own_request');
  expect(await findWithdrawalDetail(viewer(self), id, NOW)).toMatchObject({ isOwn: true, actions: [] });
  await act('approve', staff);
  expect(await refusalOf(act('start_sending', self))).toBe('own_request');
  expect((await act('start_sending', staff)).state).toBe('sending');
});

const OF_STAFF: [CauseState, CauseState][] = [
  ['in_verification', 'verified'],
  ['in_verification', 'published'],
  ['funds_on_hold', 'pending_withdrawal'],
  ['in_disbursement', 'disbursed'],
  ['published', 'pending_withdrawal'],
];

test.each(OF_STAFF)('staff do not move a cause of their own from %s to %s', async (from, to) => {
  const { key, owner } = await storedCause({ state: from });
  const self = await staffAccountOf(owner);
  const move = (actor: Actor) => transaction((tx) => changeCauseState(tx, actor, { key, from, to }, NOW));
  expect(await refusalOf(move(self))).toBe('not_allowed');
  expect((await findCauseDetail(self.id, key, NOW))?.moves.map((one) => one.to)).not.toContain(to);
  const other = await staffMember();
  expect((await findCauseDetail(other.id, key, NOW))?.moves.map((one) => one.to)).toContain(to);
  expect((await move(other)).state).toBe(to);
});

test('nor do they undo fraud, or edit what its creator may not; they pause it as its creator', async () => {
  const beforeFraud = JSON.stringify({ state: 'published', pausedFrom: null, pausedBy: null });
  const { key, owner } = await storedCause({ state: 'fraud', beforeFraud });
  const self = await staffAccountOf(owner);
  const restore = (actor: Actor) => transaction((tx) => restoreCause(tx, actor, key, 'A mistake', NOW));
  expect(await refusalOf(restore(self))).toBe('not_allowed');
  const edit = { base: '{}', title: 'Mine', description: null, use_of_funds: null, cover_image_url: null };
  const edited = { ...edit, slug: key, closes_at: null, hide_amounts: false };
  expect(await refusalOf(transaction((tx) => editCause(tx, self, key, edited, NOW)))).toBe('not_allowed');
  expect((await findCauseDetail(self.id, key, NOW))?.before).toBeNull();
  expect((await restore(await staffMember())).state).toBe('published');
  const paused = await transaction((tx) => changeCauseState(tx, self, { key, from: 'published', to: 'paused' }, NOW));
  expect(paused).toMatchObject({ state: 'paused', pausedBy: 'creator' });
});
