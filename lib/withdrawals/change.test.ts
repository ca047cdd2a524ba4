import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { NOW } from '#testing/causes.ts';
import {
  differences,
  donation,
  gatewaySays,
  ownDatabase,
  postedFor,
  releasing,
  taken,
} from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { anotherCauseOf, creatorWith, staffMember } from '#testing/withdrawals.ts';
import { rejectBankAccount } from './bank-accounts.ts';
import { changeWithdrawal } from './change.ts';
import type { HoldReason } from './checks.ts';
import { findWithdrawal, listWithdrawalsOf } from './list.ts';
import { WITHDRAWAL_ACTIONS, type WithdrawalAction } from './states.ts';

ownDatabase();
afterEach(async () => {
  expect(await differences()).toEqual([]);
});

/** A withdrawal of 600 dollars out of 1,000, which waits for staff. */
async function waiting() {
  const made = await creatorWith(1000);
  const { id } = await made.ask(600);
  const by =
    (actor = made.staff) =>
    (action: WithdrawalAction, note: string | null = null) =>
      changeWithdrawal(actor, id, action, note, NOW);
  return { ...made, id, by, staffDoes: by() };
}
const balanceOf = (key: string) => causeBalance(db(), key);
const eventsOf = async (id: string) => (await postedFor(id)).map(({ event }) => event);

test('approved and paid: the money is paid out', async () => {
  const { id, key, staff, staffDoes } = await waiting();
  expect(await staffDoes('approve')).toMatchObject({ state: 'approved', decidedBy: staff.accountId });
  expect(await balanceOf(key)).toMatchObject({ reservedMinor: 60_000n, paidOutMinor: 0n });
  expect(await staffDoes('pay', 'ACH 4711')).toMatchObject({ state: 'paid', note: 'ACH 4711', paidAt: NOW });
  expect(await balanceOf(key)).toMatchObject({
    ...{ reservedMinor: 0n, paidOutMinor: 60_000n, leftMinor: 40_000n },
  });
  expect((await eventsOf(id)).toSorted()).toEqual(['withdrawal_paid:…', 'withdrawal_reserved:…']);
});

test.each<[string, WithdrawalAction[]]>([
  ['rejected', ['reject']],
  ['failed before it was paid', ['approve', 'fail']],
  ['sent back by the bank after it was paid', ['approve', 'pay', 'fail']],
])('%s: the money is available again', async (_name, actions) => {
  const { key, staffDoes } = await waiting();
  for (const action of actions) await staffDoes(action);
  expect(await balanceOf(key)).toMatchObject({
    ...{ reservedMinor: 0n, paidOutMinor: 0n, leftMinor: 100_000n },
  });
});

test('its creator can cancel it until it is sent', async () => {
  const { by, creator, key, staff, staffDoes, ask } = await waiting();
  expect((await by(creator)('cancel')).state).toBe('cancelled');
  expect((await balanceOf(key)).leftMinor).toBe(100_000n);
  expect(await refusalOf(staffDoes('approve'))).toBe('wrong_state');
  const { id, state } = await ask(100);
  expect(state).toBe('approved');
  expect((await changeWithdrawal(creator, id, 'cancel', null, NOW)).state).toBe('cancelled');
  expect((await balanceOf(key)).leftMinor).toBe(100_000n);
  const sent = await ask(100);
  await changeWithdrawal(staff, sent.id, 'pay', null, NOW);
  expect(await refusalOf(changeWithdrawal(creator, sent.id, 'cancel', null, NOW))).toBe('wrong_state');
});

describe('permissions', () => {
  test.each(WITHDRAWAL_ACTIONS)(
    '%s: neither a stranger nor the creator can do what staff does, nor staff what the creator does',
    async (action) => {
      const { by, creator, staff } = await waiting();
      const { creator: stranger } = await creatorWith(0);
      expect(await refusalOf(by(stranger)(action))).toBe('withdrawal_not_found');
      if (action === 'cancel') expect(await refusalOf(by(staff)(action))).toBe('not_allowed');
      else expect(await refusalOf(by(creator)(action))).toBe('not_allowed');
    },
  );

  test.each(WITHDRAWAL_ACTIONS.filter((action) => action !== 'cancel'))(
    'the requester cannot %s, in any role',
    async (action) => {
      const { by, creator } = await waiting();
      expect(await refusalOf(by({ ...creator, role: 'staff' })(action))).toBe('own_request');
    },
  );

  test('the database refuses it too', async () => {
    const { id, creator } = await waiting();
    const own = { state: 'approved', decidedAt: NOW, decidedBy: creator.accountId };
    await expect(db().withdrawal.update({ where: { id }, data: own })).rejects.toThrow(
      'withdrawals_decided_by_another',
    );
  });
});

test('of two concurrent decisions by staff, one is made', async () => {
  const { id, staffDoes, by } = await waiting();
  const other = by(await staffMember());
  const done = await Promise.all([
    ...[staffDoes('approve'), other('reject'), staffDoes('reject'), other('approve')].map(refusalOf),
  ]);
  expect(done.filter((refusal) => refusal === 'nothing was refused')).toHaveLength(1);
  expect(done.filter((refusal) => refusal === 'wrong_state')).toHaveLength(3);
  expect(new Set(await eventsOf(id)).size).toBe((await eventsOf(id)).length);
});

test('nothing is approved if the reserved money is gone, the cause is on hold, or the account is rejected', async () => {
  const first = await waiting();
  await db().cause.update({ where: { key: first.key }, data: { state: 'funds_on_hold' } });
  expect(await refusalOf(first.staffDoes('approve'))).toBe('cause_on_hold');

  const second = await waiting();
  await rejectBankAccount(second.staff, second.bankAccountId, 'closed', NOW);
  expect(await refusalOf(second.staffDoes('approve'))).toBe('bank_account_not_verified');

  const third = await creatorWith(0);
  const given = await donation(third.key, { amountMajor: 700, feePercent: '0' });
  const { id } = await third.ask(600);
  await gatewaySays(given, { refundedMinor: 20_000n });
  expect(await refusalOf(changeWithdrawal(third.staff, id, 'approve', null, NOW))).toBe('over_available');
  expect((await changeWithdrawal(third.staff, id, 'reject', 'refunded', NOW)).state).toBe('rejected');
});

/** Events between the approval of a withdrawal of 600 dollars and its payment, by the reason that they cause. */
type Approved = Awaited<ReturnType<typeof approved>>;
const MISHAPS: [HoldReason, string, (its: Approved) => Promise<unknown>][] = [
  [
    'cause_on_hold',
    'its cause is marked as fraud',
    ({ key }) => db().cause.update({ where: { key }, data: { state: 'fraud' } }),
  ],
  [
    'bank_account_not_verified',
    'its bank account is rejected',
    ({ staff, bankAccountId }) => rejectBankAccount(staff, bankAccountId, 'closed', NOW),
  ],
  ['over_available', 'money goes back', ({ given }) => gatewaySays(given, { refundedMinor: 40_100n })],
  [
    'not_released',
    'the gateway moves the release of the money',
    ({ given }) => gatewaySays(given, { costs: releasing(new Date(NOW.getTime() + 1)) }),
  ],
  [
    'over_creator_sum',
    'another cause of the creator falls below zero',
    async ({ creator, ask }) => {
      const other = await anotherCauseOf(creator, 0);
      const costs = taken(newId('ledgerTransaction'), 40_100n, 100n);
      const returned = await donation(other, { amountMajor: 401, feePercent: '0', costs });
      await ask(400, { causeKey: other });
      await gatewaySays(returned, { refundedMinor: 40_100n });
    },
  ],
];

/** A withdrawal of 600 dollars out of 1,000 of one donation, approved. */
async function approved() {
  const made = await creatorWith(0);
  const given = await donation(made.key, { amountMajor: 1000, feePercent: '0' });
  const { id } = await made.ask(600);
  await changeWithdrawal(made.staff, id, 'approve', null, NOW);
  const pay = (actor = made.staff, note = 'ACH 4711') => changeWithdrawal(actor, id, 'pay', note, NOW);
  return { ...made, given, id, pay };
}

describe('the checks of the request are repeated at payment:', () => {
  test.each(MISHAPS)(
    '%s, if %s: it waits again, and its money stays reserved',
    async (reason, _how, happens) => {
      const its = await approved();
      await happens(its);
      const reserved = (await balanceOf(its.key)).reservedMinor;
      expect(await its.pay()).toMatchObject({
        ...{ state: 'requested', heldFor: reason, decidedAt: null, paidAt: null, note: null },
      });
      expect(await balanceOf(its.key)).toMatchObject({ reservedMinor: reserved, paidOutMinor: 0n });
      expect(await eventsOf(its.id)).toEqual(['withdrawal_reserved:…']);
      expect(await refusalOf(its.pay())).toBe('wrong_state');
      expect(await refusalOf(changeWithdrawal(its.staff, its.id, 'approve', null, NOW))).toBe(reason);
    },
  );

  test('once the reason is gone, it is approved and paid, and the reason is no longer shown', async () => {
    const { id, key, staff, pay } = await approved();
    await db().cause.update({ where: { key }, data: { state: 'fraud' } });
    await pay();
    await db().cause.update({ where: { key }, data: { state: 'published' } });
    expect(await changeWithdrawal(staff, id, 'approve', null, NOW)).toMatchObject({
      ...{ state: 'approved', heldFor: null },
    });
    expect((await pay()).state).toBe('paid');
  });

  test('the requester can then withdraw it, and staff can reject it', async () => {
    for (const action of ['cancel', 'reject'] as const) {
      const { id, key, creator, staff, pay } = await approved();
      await db().cause.update({ where: { key }, data: { state: 'funds_on_hold' } });
      await pay();
      await changeWithdrawal(action === 'cancel' ? creator : staff, id, action, null, NOW);
      expect((await balanceOf(key)).leftMinor).toBe(100_000n);
    }
  });

  test('the audit log has the attempt and the reason, and the creator is mailed', async () => {
    const { id, key, staff, pay } = await approved();
    await db().cause.update({ where: { key }, data: { state: 'fraud' } });
    await pay();
    const acts = await db().auditEntry.findMany({ where: { subject: id }, orderBy: { at: 'asc' } });
    expect(acts.at(-1)).toMatchObject({
      ...{ actor: staff.accountId, action: 'withdrawal.put_back' },
      data: { reason: 'cause_on_hold', approvedBy: staff.accountId },
    });
    const mails = await db().email.findMany({
      where: { recipient: `${key}@example.org` },
      orderBy: { createdAt: 'asc' },
    });
    expect(mails.at(-1)?.data).toMatchObject({ state: 'requested', heldFor: 'cause_on_hold' });
  });

  test('a withdrawal approved by the threshold is checked, too', async () => {
    const { ask, staff, bankAccountId } = await creatorWith(1000);
    const { id, state } = await ask(500);
    expect(state).toBe('approved');
    await rejectBankAccount(staff, bankAccountId, 'closed', NOW);
    expect(await changeWithdrawal(staff, id, 'pay', 'ACH 4711', NOW)).toMatchObject({
      ...{ state: 'requested', heldFor: 'bank_account_not_verified' },
    });
  });
});

test('the requested values never change, and final states stay', async () => {
  const { id, staffDoes } = await waiting();
  await expect(db().withdrawal.update({ where: { id }, data: { amount: 1n } })).rejects.toThrow(
    'written once',
  );
  await staffDoes('reject');
  await expect(db().withdrawal.update({ where: { id }, data: { state: 'approved' } })).rejects.toThrow(
    'written once',
  );
});

test('every action is audited, and every state is mailed to the creator in their language', async () => {
  const { id, staff, creator, staffDoes, key } = await waiting();
  await staffDoes('approve');
  await staffDoes('pay', 'ACH 4711');
  const acts = await db().auditEntry.findMany({ where: { subject: id }, orderBy: { at: 'asc' } });
  expect(acts.map(({ actor, action }) => [actor, action])).toEqual([
    [creator.accountId, 'withdrawal.request'],
    [staff.accountId, 'withdrawal.approve'],
    [staff.accountId, 'withdrawal.pay'],
  ]);
  const mails = await db().email.findMany({
    where: { recipient: `${key}@example.org`, template: 'withdrawal_changed' },
    orderBy: { createdAt: 'asc' },
  });
  expect(mails.map(({ data }) => (data as { state: string }).state)).toEqual([
    'requested',
    'approved',
    'paid',
  ]);
  expect(JSON.stringify(mails)).not.toContain('00123456789');
});

test('lists show what the viewer may see, page by page, with a masked account number', async () => {
  const { key, creator, staff, id, ask } = await waiting();
  const { creator: stranger } = await creatorWith(0);
  const second = await ask(100, {}, new Date(NOW.getTime() + 1000));
  expect((await listWithdrawalsOf(creator, key)).map((each) => each.id)).toEqual([second.id, id]);
  expect(await listWithdrawalsOf(staff, key, { at: second.requestedAt, id: second.id })).toMatchObject([
    { id, maskedNumber: '•••• 6789' },
  ]);
  expect(await refusalOf(listWithdrawalsOf(stranger, key))).toBe('cause_not_found');
  expect(await refusalOf(findWithdrawal(stranger, id))).toBe('withdrawal_not_found');
});
