import { expect, test } from 'vitest';
import { db, type Tx, transaction } from '#lib/db.ts';
import { lockBalance, post } from '#lib/ledger/post.ts';
import { NOW } from '#scripts/testing/causes.ts';
import {
  chargeback,
  donation,
  gatewaySays,
  ownDatabase,
  pendingPayment,
  releasing,
  taken,
} from '#scripts/testing/ledger.ts';
import { until } from '#scripts/testing/money.ts';
import { anotherCauseOf, creatorWith, refusalOf } from '#scripts/testing/withdrawals.ts';
import { changeWithdrawal } from './change.ts';

ownDatabase();

async function waiting(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ n: number }[]>`
    SELECT COUNT(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (row?.n ?? 0) > 0;
}

/** Holds a balance, does something with it, lets other work begin, and lets go once that waits. Returns what it came to. */
async function held<T>(
  causeKey: string,
  work: () => Promise<T>,
  doing: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<T> {
  const begun = await transaction(async (tx) => {
    await lockBalance(tx, causeKey);
    await doing(tx);
    const other = { outcome: work() };
    await until('the other to wait for its turn', waiting);
    return other;
  });
  return begun.outcome;
}

test('a withdrawal that is asked for while money goes back waits, and is refused what is not left', async () => {
  const { key, ask } = await creatorWith(0);
  const paymentId = await donation(key, { amountMajor: 100, feePercent: '0' });
  const goesBack = (tx: Tx) =>
    post(tx, {
      ...{ kind: 'refund', dedupeKey: `refund:${paymentId}:1`, at: NOW, paymentId },
      entries: [
        { account: 'gateway', detail: 'stripe', currency: 'USD', amountMinor: -5000n, causeKey: key },
        { account: 'creator', detail: '', currency: 'USD', amountMinor: 5000n, causeKey: key },
      ],
    });
  expect(await held(key, () => refusalOf(ask(51)), goesBack)).toBe('over_available');
  expect(await refusalOf(ask(50))).toBe('nothing was refused');
});

test('so is one that is asked for from another cause of the creator, whose sum it would exceed', async () => {
  const { key, ask, creator } = await creatorWith(0);
  const paymentId = await donation(key, { amountMajor: 100, feePercent: '0' });
  await ask(100);
  const second = await anotherCauseOf(creator, 100);
  const goesBack = (tx: Tx) =>
    post(tx, {
      ...{ kind: 'refund', dedupeKey: `refund:${paymentId}:1`, at: NOW, paymentId },
      entries: [
        { account: 'gateway', detail: 'stripe', currency: 'USD', amountMinor: -10_000n, causeKey: key },
        { account: 'creator', detail: '', currency: 'USD', amountMinor: 10_000n, causeKey: key },
      ],
    });
  expect(await held(key, () => refusalOf(ask(1, { causeKey: second })), goesBack)).toBe('over_creator_sum');
});

test('one that is to be paid while its cause is stopped waits, and is put back', async () => {
  const { key, ask, staff } = await creatorWith(1000);
  const { id } = await ask(500);
  const stops = (tx: Tx) => tx.cause.update({ where: { key }, data: { state: 'fraud' } });
  const paid = await held(key, () => changeWithdrawal(staff, id, 'pay', 'ACH 4711', NOW), stops);
  expect(paid).toMatchObject({ state: 'requested', heldFor: 'cause_on_hold' });
});

test('so do a refund, a dispute, a cost that comes late, a release that moves, and every step of a withdrawal', async () => {
  const { key, ask, staff } = await creatorWith(1000);
  const { id } = await ask(600);
  const paid = await donation(key);
  await held(key, () => gatewaySays(paid, { refundedMinor: 1000n }));
  await held(key, () => gatewaySays(paid, { disputes: [chargeback('du_1', 'open')] }));
  await held(key, () => gatewaySays(paid, { costs: taken('txn_late', 5000n, 175n) }));
  await held(key, () => gatewaySays(paid, { costs: releasing(new Date(NOW.getTime() + 1)) }));
  await held(key, () => changeWithdrawal(staff, id, 'approve', null, NOW));
  await held(key, () => changeWithdrawal(staff, id, 'pay', 'ACH 4711', NOW));
});

test('a donation waits for nobody, whatever it costs', async () => {
  const { key } = await creatorWith(0);
  const id = await pendingPayment(key);
  await transaction(async (tx) => {
    await lockBalance(tx, key);
    await gatewaySays(id, { costs: taken('txn_now', 5000n, 175n) });
  });
  expect((await db().payment.findUniqueOrThrow({ where: { id } })).state).toBe('approved');
});
