import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import {
  applyReport,
  chargeback,
  donation,
  movementCosts,
  ownDatabase,
  pendingPayment,
  postedFor,
} from '#testing/ledger.ts';
import { anotherCauseOf, creatorWith } from '#testing/withdrawals.ts';
import { type Balance, causeBalance, creatorBalances } from './balance.ts';
import { postedFacts } from './payment-figures.ts';

ownDatabase();

const NOTHING = {
  collectedMinor: 0n,
  commissionMinor: 0n,
  gatewayCostMinor: 0n,
  refundedMinor: 0n,
  refundsReservedMinor: 0n,
  disputedMinor: 0n,
  reservedMinor: 0n,
  paidOutMinor: 0n,
  leftMinor: 0n,
};

/** The collected amount less all other figures. */
function rest(balance: Balance): bigint {
  const { collectedMinor, commissionMinor, gatewayCostMinor, refundedMinor } = balance;
  const { refundsReservedMinor, disputedMinor, reservedMinor, paidOutMinor } = balance;
  return (
    collectedMinor -
    commissionMinor -
    gatewayCostMinor -
    refundedMinor -
    refundsReservedMinor -
    disputedMinor -
    reservedMinor -
    paidOutMinor
  );
}

test('a cause without donations has zeros in its currency', async () => {
  const { key, owner } = await storedCause({ currency: 'PYG' });
  expect(await causeBalance(db(), key)).toEqual({ currency: 'PYG', ...NOTHING });
  expect(await creatorBalances(db(), owner.id)).toEqual([]);
});

test('a balance consists of collected, commission, costs, refunds, disputes and withdrawals, which add up', async () => {
  const { key, ask } = await creatorWith(0);
  await donation(key, { amountMajor: 100, costs: movementCosts('txn_1', 10_000n, 320n) });
  const refunded = await donation(key, { amountMajor: 40 });
  await applyReport(refunded, { refundedMinor: 1000n });
  await applyReport(await donation(key, { amountMajor: 60 }), {
    disputes: [chargeback('du_1', 'open', { amountMinor: 6000n })],
  });
  await ask(50);
  const balance = await causeBalance(db(), key);
  expect(balance).toEqual({
    currency: 'USD',
    collectedMinor: 20_000n,
    commissionMinor: 650n,
    gatewayCostMinor: 320n,
    refundedMinor: 1000n,
    refundsReservedMinor: 0n,
    disputedMinor: 6000n,
    reservedMinor: 5000n,
    paidOutMinor: 0n,
    leftMinor: 7030n,
  });
  expect(rest(balance)).toBe(balance.leftMinor);
});

test('a chargeback after a refund takes the rest of the creator’s share, and the excess is our loss', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  await applyReport(id, { refundedMinor: 2000n });
  await applyReport(id, { disputes: [chargeback('du_2', 'lost')] });
  const balance = await causeBalance(db(), key);
  expect(balance).toMatchObject({ refundedMinor: 2000n, disputedMinor: 3000n, leftMinor: 0n });
  expect(rest(balance)).toBe(0n);
  expect(await postedFor(id)).toContainEqual({
    event: 'dispute:…:1',
    entries: {
      'gateway USD': -5000,
      'dispute_losses USD': 2000,
      'creator USD': 2850,
      'commission USD': 150,
    },
  });
});

test('a creator’s balance is the sum over their causes, for each currency', async () => {
  const { creator } = await creatorWith(200);
  await anotherCauseOf(creator, 70);
  const owner = { connect: { id: creator.id } };
  const pesos = await storedCause({ currency: 'COP', owner });
  await donation(pesos.key, { amountMajor: 50_000 });
  await storedCause();
  const balances = await creatorBalances(db(), creator.id);
  expect(balances.map(({ currency, leftMinor }) => [currency, leftMinor])).toEqual([
    ['COP', 4_750_000n],
    ['USD', 27_000n],
  ]);
});

test('what was posted of payments are the creator’s costs, and when money was refunded last', async () => {
  const { key } = await storedCause();
  const plain = await donation(key, { costs: movementCosts('txn_2', 5000n, 175n) });
  const returned = await donation(key, { costs: movementCosts('txn_3', 5000n, 175n) });
  const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  await applyReport(returned, { refundedMinor: 1000n }, later(1));
  await applyReport(returned, { refundedMinor: 3000n }, later(2));
  // A refund that comes back is none.
  await applyReport(returned, { refundedMinor: 1000n }, later(3));
  const pending = await pendingPayment(key);
  expect(Object.fromEntries(await postedFacts(db(), [plain, returned, pending]))).toEqual({
    [plain]: { costMinor: 175n, refundedAt: null },
    [returned]: { costMinor: 175n, refundedAt: later(2) },
  });
});
