import { expect, test } from 'vitest';
import { db, type Tx, transaction } from '#lib/db.ts';
import { post } from '#lib/ledger/post.ts';
import { lockCause } from '#lib/locks.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { reserveRefunds } from '#lib/payments/sync/reserve-refunds.ts';
import { writeRefund } from '#lib/payments/write-refund.ts';
import { NOW } from '#testing/causes.ts';
import {
  applyReport,
  chargeback,
  differences,
  donation,
  movementCosts,
  ownDatabase,
  pendingPayment,
  releaseCosts,
} from '#testing/ledger.ts';
import { isLockAwaited } from '#testing/lock-waits.ts';
import { until } from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { anotherCauseOf, creatorWith, sentOn } from '#testing/withdrawals.ts';
import { changeWithdrawal, markWithdrawalSent } from './change.ts';

ownDatabase();

/** Locks a balance, changes it, lets other work begin, and commits once that waits. Returns the other work's result. */
async function held<T>(
  causeKey: string,
  work: () => Promise<T>,
  doing: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<T> {
  const begun = await transaction(async (tx) => {
    await lockCause(tx, causeKey);
    await doing(tx);
    const other = { outcome: work() };
    await until('the other to wait for its turn', isLockAwaited);
    return other;
  });
  return begun.outcome;
}

test('a withdrawal requested during a reversal waits, and is refused what is no longer there', async () => {
  const { key, ask } = await creatorWith(0);
  const paymentId = await donation(key, { amountMajor: 100, feePercent: '0' });
  const goesBack = (tx: Tx) =>
    post(tx, {
      kind: 'refund',
      dedupeKey: `refund:${paymentId}:1`,
      at: NOW,
      paymentId,
      entries: [
        { account: 'gateway', detail: 'stripe', currency: 'USD', amountMinor: -5000n, causeKey: key },
        { account: 'creator', detail: '', currency: 'USD', amountMinor: 5000n, causeKey: key },
      ],
    });
  expect(await held(key, () => refusalOf(ask(51)), goesBack)).toBe('over_available');
  expect(await refusalOf(ask(50))).toBe('nothing was refused');
});

test('and so does one from another cause of the creator, whose total it would exceed', async () => {
  const { key, ask, creator } = await creatorWith(0);
  const paymentId = await donation(key, { amountMajor: 100, feePercent: '0' });
  await ask(100);
  const second = await anotherCauseOf(creator, 100);
  const goesBack = (tx: Tx) =>
    post(tx, {
      kind: 'refund',
      dedupeKey: `refund:${paymentId}:1`,
      at: NOW,
      paymentId,
      entries: [
        { account: 'gateway', detail: 'stripe', currency: 'USD', amountMinor: -10_000n, causeKey: key },
        { account: 'creator', detail: '', currency: 'USD', amountMinor: 10_000n, causeKey: key },
      ],
    });
  expect(await held(key, () => refusalOf(ask(1, { causeKey: second })), goesBack)).toBe('over_creator_sum');
});

test('and so does one during a request for a refund, which is reserved when it is asked for', async () => {
  const { key, ask, staff } = await creatorWith(0);
  const paymentId = await donation(key, { amountMajor: 80, feePercent: '0' });
  const { id } = await ask(30);
  const asksBack = async (tx: Tx) => {
    const refund = { paymentId, amountMinor: 8000n, reason: 'Asked for', requestKey: 'form' };
    await writeRefund(tx, { ...refund, requestedBy: staff.id }, NOW);
    await reserveRefunds(tx, paymentId, NOW);
  };
  expect(await held(key, () => refusalOf(ask(1)), asksBack)).toBe('over_available');
  expect(await changeWithdrawal(staff, id, 'start_sending', null, NOW)).toMatchObject({ state: 'requested' });
  expect((await differences()).filter(({ causeKey }) => causeKey === key)).toEqual([]);
});

test('a start of sending during a stop of its cause waits, and is put back', async () => {
  const { key, ask, staff } = await creatorWith(1000);
  const { id } = await ask(500);
  const stops = (tx: Tx) => tx.cause.update({ where: { key }, data: { state: 'fraud' } });
  const paid = await held(key, () => changeWithdrawal(staff, id, 'start_sending', null, NOW), stops);
  expect(paid).toMatchObject({ state: 'requested', heldFor: 'cause_on_hold' });
});

test('and so do a refund, a dispute, a late fee, a changed release, and every step of a withdrawal', async () => {
  const { key, ask, staff } = await creatorWith(1000);
  const { id } = await ask(600);
  const paid = await donation(key);
  const refund = { paymentId: paid, amountMinor: 500n, seenMinor: 0n, reason: 'Asked for', key: 'form' };
  await held(key, () => requestRefund({ ...refund, requestedBy: staff.id }, NOW));
  await held(key, () => applyReport(paid, { refundedMinor: 1000n }));
  await held(key, () => applyReport(paid, { disputes: [chargeback('du_1', 'open')] }));
  await held(key, () => applyReport(paid, { costs: movementCosts('txn_late', 5000n, 175n) }));
  await held(key, () => applyReport(paid, { costs: releaseCosts(new Date(NOW.getTime() + 1)) }));
  await held(key, () => changeWithdrawal(staff, id, 'approve', null, NOW));
  await held(key, () => changeWithdrawal(staff, id, 'start_sending', null, NOW));
  await held(key, () => markWithdrawalSent(staff, id, sentOn(NOW), NOW));
});

test('of a start of sending and a cancellation at once, one happens, and its money moves once', async () => {
  const { key, ask, staff, creator } = await creatorWith(1000);
  for (const [first, second] of [
    [staff, creator],
    [creator, staff],
  ] as const) {
    const { id } = await ask(100);
    const act = (actor: typeof staff) =>
      refusalOf(changeWithdrawal(actor, id, actor === staff ? 'start_sending' : 'cancel', null, NOW));
    const both = await held(key, () => Promise.all([act(first), act(second)]));
    expect(both.toSorted()).toEqual(['nothing was refused', 'wrong_state']);
    const { state } = await db().withdrawal.findUniqueOrThrow({ where: { id } });
    expect(['sending', 'cancelled']).toContain(state);
    const entries = await db().auditEntry.findMany({
      where: { subject: id, action: { not: 'withdrawal.request' } },
    });
    expect(entries.map(({ action }) => action)).toEqual([
      state === 'sending' ? 'withdrawal.start_sending' : 'withdrawal.cancel',
    ]);
  }
  expect((await differences()).filter(({ causeKey }) => causeKey === key)).toEqual([]);
});

test('a donation waits for nothing', async () => {
  const { key } = await creatorWith(0);
  const id = await pendingPayment(key);
  await transaction(async (tx) => {
    await lockCause(tx, key);
    await applyReport(id, { costs: movementCosts('txn_now', 5000n, 175n) });
  });
  expect((await db().payment.findUniqueOrThrow({ where: { id } })).state).toBe('approved');
});
