import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { NOW } from '#testing/causes.ts';
import {
  applyReport,
  differences,
  donation,
  movementCosts,
  ownDatabase,
  postedFor,
  releaseCosts,
} from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { anotherCauseOf, creatorWith, sentOn, staffMember } from '#testing/withdrawals.ts';
import { rejectBankAccount } from './bank-accounts.ts';
import { changeWithdrawal, markWithdrawalSent } from './change.ts';
import type { HoldReason } from './checks.ts';
import { findWithdrawal, listWithdrawalsOf } from './list.ts';
import { WITHDRAWAL_ACTIONS, type WithdrawalAction } from './states.ts';

ownDatabase();
// Nothing mends what was posted wrongly: at the end it shows, whichever test posted it.
afterAll(async () => {
  expect(await differences()).toEqual([]);
});

/** A withdrawal of 600 dollars out of 1,000, which waits for staff. */
async function waiting() {
  const made = await creatorWith(1000);
  const { id } = await made.ask(600);
  const by =
    (actor = made.staff) =>
    (action: WithdrawalAction, note: string | null = null) =>
      action === 'mark_sent'
        ? markWithdrawalSent(actor, id, sentOn(NOW), NOW)
        : changeWithdrawal(actor, id, action, note, NOW);
  return { ...made, id, by, staffDoes: by() };
}
const balanceOf = (key: string) => causeBalance(db(), key);
const eventsOf = async (id: string) => (await postedFor(id)).map(({ event }) => event);

test('approved, being sent, and sent: the money is paid out when the bank has sent it', async () => {
  const { id, key, staff, staffDoes } = await waiting();
  expect(await staffDoes('approve')).toMatchObject({ state: 'approved', decidedBy: staff.id });
  expect(await balanceOf(key)).toMatchObject({ reservedMinor: 60_000n, paidOutMinor: 0n });
  expect(await staffDoes('start_sending')).toMatchObject({
    state: 'sending',
    sendingBy: staff.id,
    sendingAt: NOW,
    paidAt: null,
  });
  expect(await balanceOf(key)).toMatchObject({ reservedMinor: 60_000n, paidOutMinor: 0n });
  expect(await staffDoes('mark_sent')).toMatchObject({
    state: 'paid',
    sentReference: 'ACH 4711',
    sentOn: '2026-11-21',
    paidAt: NOW,
  });
  expect(await balanceOf(key)).toMatchObject({
    reservedMinor: 0n,
    paidOutMinor: 60_000n,
    leftMinor: 40_000n,
  });
  expect((await eventsOf(id)).toSorted()).toEqual(['withdrawal_paid:…', 'withdrawal_reserved:…']);
});

test.each<[string, WithdrawalAction[]]>([
  ['rejected', ['reject']],
  ['rejected after it was approved', ['approve', 'reject']],
  ['rejected after it was not sent', ['approve', 'start_sending', 'mark_not_sent', 'reject']],
  ['sent back by the bank', ['approve', 'start_sending', 'mark_sent', 'fail']],
])('%s: the money is available again', async (_name, actions) => {
  const { key, staffDoes } = await waiting();
  for (const action of actions) await staffDoes(action);
  expect(await balanceOf(key)).toMatchObject({
    reservedMinor: 0n,
    paidOutMinor: 0n,
    leftMinor: 100_000n,
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
  await changeWithdrawal(staff, sent.id, 'start_sending', null, NOW);
  const cancel = () => refusalOf(changeWithdrawal(creator, sent.id, 'cancel', null, NOW));
  expect(await cancel()).toBe('wrong_state');
  await markWithdrawalSent(staff, sent.id, sentOn(NOW), NOW);
  expect(await cancel()).toBe('wrong_state');
});

describe('permissions', () => {
  // Whoever is refused changes nothing of it.
  let scene: Awaited<ReturnType<typeof waiting>> & { stranger: Actor };
  beforeAll(async () => {
    scene = { ...(await waiting()), stranger: (await creatorWith(0)).creator };
  });

  test.each(WITHDRAWAL_ACTIONS)(
    '%s: neither a stranger nor the creator can do what staff does, nor staff what the creator does',
    async (action) => {
      const { by, creator, staff, stranger } = scene;
      expect(await refusalOf(by(stranger)(action))).toBe('withdrawal_not_found');
      if (action === 'cancel') expect(await refusalOf(by(staff)(action))).toBe('not_allowed');
      else expect(await refusalOf(by(creator)(action))).toBe('not_allowed');
    },
  );

  test.each(WITHDRAWAL_ACTIONS.filter((action) => action !== 'cancel'))(
    'the requester cannot %s, in any role',
    async (action) => {
      const { by, creator } = scene;
      expect(await refusalOf(by({ ...creator, role: 'staff' })(action))).toBe('own_request');
    },
  );

  test('the database refuses it too', async () => {
    const { id, creator } = scene;
    const own = { state: 'approved', decidedAt: NOW, decidedBy: creator.id };
    await expect(db().withdrawal.update({ where: { id }, data: own })).rejects.toThrow(
      'withdrawals_decided_by_another',
    );
  });
});

test('of two concurrent decisions by staff that exclude each other, one is made', async () => {
  const { id, staffDoes, by } = await waiting();
  const other = by(await staffMember());
  const twice = async (action: WithdrawalAction) =>
    (await Promise.all([staffDoes(action), other(action)].map(refusalOf))).toSorted();
  expect(await twice('approve')).toEqual(['nothing was refused', 'wrong_state']);
  const both = await Promise.all([staffDoes('start_sending'), other('reject')].map(refusalOf));
  expect(both.toSorted()).toEqual(['nothing was refused', 'wrong_state']);
  const second = await waiting();
  const rejected = await Promise.all([second.staffDoes('reject'), second.staffDoes('reject')].map(refusalOf));
  expect(rejected.toSorted()).toEqual(['nothing was refused', 'wrong_state']);
  for (const one of [id, second.id]) expect(new Set(await eventsOf(one)).size).toBe((await eventsOf(one)).length);
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
  await applyReport(given, { refundedMinor: 20_000n });
  expect(await refusalOf(changeWithdrawal(third.staff, id, 'approve', null, NOW))).toBe('over_available');
  expect((await changeWithdrawal(third.staff, id, 'reject', 'refunded', NOW)).state).toBe('rejected');
});

/** Events after the approval of a withdrawal of 600 dollars, by the reason to hold it that they cause. */
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
  ['over_available', 'money goes back', ({ given }) => applyReport(given, { refundedMinor: 40_100n })],
  [
    'not_released',
    'the gateway moves the release of the money',
    ({ given }) => applyReport(given, { costs: releaseCosts(new Date(NOW.getTime() + 1)) }),
  ],
  [
    'over_creator_sum',
    'another cause of the creator falls below zero',
    async ({ creator, ask }) => {
      const other = await anotherCauseOf(creator, 0);
      const costs = movementCosts(newId('ledgerTransaction'), 40_100n, 100n);
      const returned = await donation(other, { amountMajor: 401, feePercent: '0', costs });
      await ask(400, { causeKey: other });
      await applyReport(returned, { refundedMinor: 40_100n });
    },
  ],
];

/** A withdrawal of 600 dollars out of 1,000 of one donation, approved. */
async function approved() {
  const made = await creatorWith(0);
  const given = await donation(made.key, { amountMajor: 1000, feePercent: '0' });
  const { id } = await made.ask(600);
  await changeWithdrawal(made.staff, id, 'approve', null, NOW);
  const start = (actor = made.staff) => changeWithdrawal(actor, id, 'start_sending', null, NOW);
  const sent = (actor = made.staff) => markWithdrawalSent(actor, id, sentOn(NOW), NOW);
  return { ...made, given, id, start, sent };
}

describe('the checks of the request are repeated when sending starts:', () => {
  test.each(MISHAPS)('%s, if %s: it waits again, and its money stays reserved', async (reason, _how, happens) => {
    const its = await approved();
    await happens(its);
    const reserved = (await balanceOf(its.key)).reservedMinor;
    expect(await its.start()).toMatchObject({
      state: 'requested',
      heldFor: reason,
      decidedAt: null,
      paidAt: null,
      note: null,
    });
    expect(await balanceOf(its.key)).toMatchObject({ reservedMinor: reserved, paidOutMinor: 0n });
    expect(await eventsOf(its.id)).toEqual(['withdrawal_reserved:…']);
    expect(await refusalOf(its.start())).toBe('wrong_state');
    expect(await refusalOf(changeWithdrawal(its.staff, its.id, 'approve', null, NOW))).toBe(reason);
  });

  test('once the reason is gone, it is approved and sent, and the reason is no longer shown', async () => {
    const { id, key, staff, start } = await approved();
    await db().cause.update({ where: { key }, data: { state: 'fraud' } });
    await start();
    await db().cause.update({ where: { key }, data: { state: 'published' } });
    expect(await changeWithdrawal(staff, id, 'approve', null, NOW)).toMatchObject({
      state: 'approved',
      heldFor: null,
    });
    expect((await start()).state).toBe('sending');
  });

  test('the requester can then withdraw it, and staff can reject it', async () => {
    for (const action of ['cancel', 'reject'] as const) {
      const { id, key, creator, staff, start } = await approved();
      await db().cause.update({ where: { key }, data: { state: 'funds_on_hold' } });
      await start();
      await changeWithdrawal(action === 'cancel' ? creator : staff, id, action, null, NOW);
      expect((await balanceOf(key)).leftMinor).toBe(100_000n);
    }
  });

  test('the audit log has the attempt and the reason, and the creator is mailed', async () => {
    const { id, key, staff, start } = await approved();
    await db().cause.update({ where: { key }, data: { state: 'fraud' } });
    await start();
    const acts = await db().auditEntry.findMany({ where: { subject: id }, orderBy: { at: 'asc' } });
    expect(acts.at(-1)).toMatchObject({
      actor: staff.id,
      action: 'withdrawal.put_back',
      data: { reason: 'cause_on_hold', approvedBy: staff.id },
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
    expect(await changeWithdrawal(staff, id, 'start_sending', null, NOW)).toMatchObject({
      state: 'requested',
      heldFor: 'bank_account_not_verified',
    });
  });
});

describe('once sending has started, the money may have left:', () => {
  test.each(MISHAPS)('%s (%s) does not prevent the record that it was sent', async (_reason, _how, happens) => {
    const its = await approved();
    await its.start();
    await happens(its);
    const { paidOutMinor } = await balanceOf(its.key);
    expect(await its.sent()).toMatchObject({ state: 'paid', heldFor: null });
    expect(await balanceOf(its.key)).toMatchObject({ paidOutMinor: paidOutMinor + 60_000n });
  });

  const NOT_SENT = '%s (%s) does not prevent the record that it was not sent';
  test.each(MISHAPS.slice(0, 2))(NOT_SENT, isRecordedAsNotSent);
  test.each(MISHAPS.slice(2))(NOT_SENT, { tags: ['full'] }, isRecordedAsNotSent);
  async function isRecordedAsNotSent(...[_reason, _how, happens]: (typeof MISHAPS)[number]): Promise<void> {
    const other = await approved();
    await other.start();
    await happens(other);
    await changeWithdrawal(other.staff, other.id, 'mark_not_sent', 'The bank refused it', NOW);
    expect(await findWithdrawal(other.creator, other.id)).toMatchObject({
      state: 'requested',
      heldFor: 'not_sent',
      note: 'The bank refused it',
      decidedAt: null,
      sendingAt: null,
      sendingBy: null,
    });
  }

  test('nobody cancels, rejects, approves or starts it again, and the database refuses that too', async () => {
    const { id, creator, staff, start } = await approved();
    await start();
    for (const action of ['approve', 'reject', 'start_sending', 'fail'] as const)
      expect(await refusalOf(changeWithdrawal(staff, id, action, 'x', NOW))).toBe('wrong_state');
    expect(await refusalOf(changeWithdrawal(creator, id, 'cancel', null, NOW))).toBe('wrong_state');
    const back = { sendingAt: null, sendingBy: null };
    for (const state of ['approved', 'cancelled', 'rejected'])
      await expect(db().withdrawal.update({ where: { id }, data: { ...back, state } })).rejects.toThrow('written once');
  });

  test('what was not sent keeps its money reserved and needs another decision', async () => {
    const { id, key, creator, staff, start } = await approved();
    await start();
    await changeWithdrawal(staff, id, 'mark_not_sent', 'The bank refused it', NOW);
    expect(await balanceOf(key)).toMatchObject({ reservedMinor: 60_000n, paidOutMinor: 0n });
    expect(await refusalOf(start())).toBe('wrong_state');
    const mail = await db().email.findFirstOrThrow({
      where: { recipient: `${key}@example.org` },
      orderBy: { createdAt: 'desc' },
    });
    expect(mail.data).toMatchObject({ state: 'requested', heldFor: 'not_sent', note: 'The bank refused it' });
    await changeWithdrawal(creator, id, 'cancel', null, NOW);
    expect(await balanceOf(key)).toMatchObject({ reservedMinor: 0n, leftMinor: 100_000n });
  });

  test('what was decided about a version that a page showed changes no other one, though its state is the same', async () => {
    const { id, staff, start } = await approved();
    const again = async () => {
      await changeWithdrawal(staff, id, 'mark_not_sent', 'The bank refused it', NOW);
      const { version: waits } = await findWithdrawal(staff, id);
      await changeWithdrawal(staff, id, 'approve', null, NOW);
      const { version: decided } = await findWithdrawal(staff, id);
      const { version: sending } = await start();
      return { waits, decided, sending };
    };
    await start();
    const old = await again();
    const now = await again();
    expect(await refusalOf(changeWithdrawal(staff, id, 'mark_not_sent', 'no', NOW, old.sending))).toBe('wrong_state');
    expect(await refusalOf(markWithdrawalSent(staff, id, sentOn(NOW), NOW, old.sending))).toBe('wrong_state');
    const { version: waits } = await changeWithdrawal(staff, id, 'mark_not_sent', 'no', NOW, now.sending);
    for (const seen of [old.waits, now.waits])
      for (const action of ['approve', 'reject'] as const)
        expect(await refusalOf(changeWithdrawal(staff, id, action, 'no', NOW, seen))).toBe('wrong_state');
    const { version: decided } = await changeWithdrawal(staff, id, 'approve', null, NOW, waits);
    for (const seen of [old.decided, now.decided])
      expect(await refusalOf(changeWithdrawal(staff, id, 'start_sending', null, NOW, seen))).toBe('wrong_state');
    const { version: sending } = await changeWithdrawal(staff, id, 'start_sending', null, NOW, decided);
    await markWithdrawalSent(staff, id, sentOn(NOW), NOW, sending);
    // By a form that was sent twice.
    expect(await markWithdrawalSent(staff, id, sentOn(NOW), NOW, sending)).toMatchObject({ state: 'paid' });
  });

  test('a creator asks for the same money again only after somebody said that it was not sent', async () => {
    const { id, creator, staff, given, ask, start, sent } = await approved();
    await start();
    await applyReport(given, { refundedMinor: 40_100n });
    await sent();
    expect(await refusalOf(changeWithdrawal(creator, id, 'cancel', null, NOW))).toBe('wrong_state');
    expect(await refusalOf(ask(1))).toBe('over_available');
    expect(await refusalOf(changeWithdrawal(staff, id, 'mark_not_sent', 'no', NOW))).toBe('wrong_state');
  });

  test('recorded twice, by a double click, two people or after a lost answer, it is paid once', async () => {
    const { id, key, staff, start } = await approved();
    await start();
    const people = [staff, await staffMember(), staff];
    const twice = await Promise.all(people.map((one) => markWithdrawalSent(one, id, sentOn(NOW), NOW)));
    expect(twice.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
    expect((await eventsOf(id)).toSorted()).toEqual(['withdrawal_paid:…', 'withdrawal_reserved:…']);
    const acts = await db().auditEntry.count({ where: { subject: id, action: 'withdrawal.mark_sent' } });
    const mails = await db().email.findMany({ where: { recipient: `${key}@example.org` } });
    const told = mails.filter(({ data }) => (data as { state: string }).state === 'paid');
    expect([acts, told.length]).toEqual([1, 1]);
    expect(await refusalOf(markWithdrawalSent(staff, id, sentOn(NOW, 'another'), NOW))).toBe('wrong_state');
    expect(await findWithdrawal(staff, id)).toMatchObject({ sentReference: 'ACH 4711' });
  });

  test('of a record that it was sent and one that it was not at once, one is made', async () => {
    const { id, staff, start, sent } = await approved();
    await start();
    const notSent = () => changeWithdrawal(staff, id, 'mark_not_sent', 'no', NOW);
    const both = await Promise.all([sent(), notSent()].map(refusalOf));
    expect(both.toSorted()).toEqual(['nothing was refused', 'wrong_state']);
  });

  test('the record has a reference, and a day from the start of sending until today, where its reader is or at the bank', async () => {
    const { id, staff } = await approved();
    // In Bogotá, and in New York where the bank is, it is the evening of the 20th.
    const started = new Date('2026-11-21T02:00:00Z');
    await changeWithdrawal(staff, id, 'start_sending', null, started);
    const record = (reference: string, day: string, zone = 'UTC', now = started) =>
      refusalOf(markWithdrawalSent(staff, id, { reference, day, zone }, now));
    for (const reference of ['', '  ', 'x'.repeat(141), 'a\u0000b'])
      expect(await record(reference, '2026-11-21')).toBe('invalid');
    for (const day of ['', 'today', '2026-02-30', '2026-11-21T10:00', '21/11/2026'])
      expect(await record('ACH', day)).toBe('invalid');
    expect(await record('ACH', '2026-11-22')).toBe('sent_in_future');
    expect(await record('ACH', '2026-11-21', 'America/Bogota')).toBe('sent_in_future');
    expect(await record('ACH', '2026-11-19')).toBe('sent_before_start');
    expect(await record('ACH', '2026-11-19', 'America/Bogota')).toBe('sent_before_start');
    // East of the bank, the day that its file asks for and its statement has.
    expect(await record(' ACH 4711 ', '2026-11-20', 'Europe/Madrid')).toBe('nothing was refused');
    expect(await findWithdrawal(staff, id)).toMatchObject({
      sentReference: 'ACH 4711',
      sentOn: '2026-11-20',
    });
  });
});

test('the requested values never change, and final states stay', async () => {
  const { id, staffDoes } = await waiting();
  await expect(db().withdrawal.update({ where: { id }, data: { amount: 1n } })).rejects.toThrow('written once');
  await staffDoes('reject');
  await expect(db().withdrawal.update({ where: { id }, data: { state: 'approved' } })).rejects.toThrow('written once');
});

test('every action is audited, and every state is mailed to the creator in their language', async () => {
  const { id, staff, creator, staffDoes, key } = await waiting();
  await staffDoes('approve');
  await staffDoes('start_sending');
  await staffDoes('mark_sent');
  const acts = await db().auditEntry.findMany({ where: { subject: id }, orderBy: { at: 'asc' } });
  expect(acts.map(({ actor, action }) => [actor, action])).toEqual([
    [creator.id, 'withdrawal.request'],
    [staff.id, 'withdrawal.approve'],
    [staff.id, 'withdrawal.start_sending'],
    [staff.id, 'withdrawal.mark_sent'],
  ]);
  const mails = await db().email.findMany({
    where: { recipient: `${key}@example.org`, template: 'withdrawal_changed' },
    orderBy: { createdAt: 'asc' },
  });
  expect(mails.map(({ data }) => (data as { state: string }).state)).toEqual([
    'requested',
    'approved',
    'sending',
    'paid',
  ]);
  expect(JSON.stringify(mails)).not.toContain('00123456789');
});

test('lists show what the viewer may see, page by page, with a masked account number', async () => {
  const { key, creator, staff, id, ask } = await waiting();
  const { creator: stranger } = await creatorWith(0);
  const second = await ask(100, {}, new Date(NOW.getTime() + 1000));
  expect((await listWithdrawalsOf(creator, key)).rows.map((each) => each.id)).toEqual([second.id, id]);
  expect(await listWithdrawalsOf(staff, key, { at: second.requestedAt, id: second.id })).toMatchObject({
    rows: [{ id, maskedNumber: '•••• 6789' }],
    after: null,
  });
  expect(await refusalOf(listWithdrawalsOf(stranger, key))).toBe('cause_not_found');
  expect(await refusalOf(findWithdrawal(stranger, id))).toBe('withdrawal_not_found');
});
