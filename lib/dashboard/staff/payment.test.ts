// @module-tag full

import { expect, test } from 'vitest';
import { db, snapshot } from '#lib/db.ts';
import { paymentSteps } from '#lib/ledger/payment-steps.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, donation, movementCosts, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { findPaymentDetail } from './payment.ts';

ownDatabase();

test('what was posted together is shown with the donation before what it cost', async () => {
  const { key } = await storedCause();
  // Ids are random, so an order by id would differ between them.
  for (let n = 0; n < 12; n++) {
    const id = await donation(key, { costs: movementCosts(`txn_${n}`, 5000n, 175n) });
    const detail = await findPaymentDetail('acc_nobody', id, NOW);
    expect([...new Set(detail?.entries.map(({ kind }) => kind))]).toEqual(['donation', 'settlement']);
    const steps = await snapshot((tx) => paymentSteps(tx, id));
    expect(steps.map(({ kind }) => kind)).toEqual(['donation', 'settlement']);
  }
});

/** What the line says, with the amounts in minor units of dollars. */
async function lineOf(id: string) {
  const detail = await findPaymentDetail('acc_nobody', id, NOW);
  return detail?.moneyLine.map((clause) =>
    'amount' in clause ? `${clause.says} ${Math.round(clause.amount.amountMajor * 100)}` : clause.says,
  );
}

test('the line on a payment follows it through refund, chargeback, bounce and victory', async () => {
  const { key } = await storedCause();
  const id = await pendingPayment(key);
  expect(await lineOf(id)).toEqual(['waiting']);
  await applyReport(id, { costs: movementCosts(`txn_${id}`, 5000n, 175n) });
  expect(await lineOf(id)).toEqual(['paid 5000', 'kept 5000', 'released']);
  await applyReport(id, { refundedMinor: 2000n });
  expect(await lineOf(id)).toEqual(['paid 5000', 'refunded 2000', 'kept 3000', 'released']);
  await applyReport(id, { disputes: [chargeback(`du_${id}`, 'open')] });
  const beside = ['refunded 2000', 'disputed 3000', 'beyond 2000'];
  expect(await lineOf(id)).toEqual(['paid 5000', ...beside, 'uncovered 175']);
  await applyReport(id, { refundedMinor: 0n });
  expect(await lineOf(id)).toEqual(['paid 5000', 'disputed 5000', 'uncovered 175']);
  await applyReport(id, { disputes: [chargeback(`du_${id}`, 'won')] });
  expect(await lineOf(id)).toEqual(['paid 5000', 'disputeWon', 'kept 5000', 'released']);
});

test('a refund in progress is told until it has succeeded', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  const refund = { id: 're_1', refundId: null, amountMinor: 2000n, hasLeft: true, createdAt: NOW };
  await applyReport(id, { refunds: [{ ...refund, status: 'pending' }] });
  expect(await lineOf(id)).toEqual(['paid 5000', 'refundPending 2000', 'kept 3000', 'released']);
  await applyReport(id, { refundedMinor: 2000n, refunds: [{ ...refund, status: 'succeeded' }] });
  expect(await lineOf(id)).toEqual(['paid 5000', 'refunded 2000', 'kept 3000', 'released']);
});

test('late money is said to be nobody’s, and still to be refunded', async () => {
  const { key } = await storedCause();
  const id = await pendingPayment(key);
  await applyReport(id, { succeededAt: new Date(NOW.getTime() + 2 * 86_400_000) });
  const refund = { id: 're_late', refundId: null, amountMinor: 5000n, createdAt: NOW };
  expect(await lineOf(id)).toEqual(['paidUnmatched 5000', 'refundPending 5000']);
  const row = await db().refund.findFirstOrThrow({ where: { paymentId: id } });
  const refunds = [{ ...refund, refundId: row.id, status: 'succeeded' as const, hasLeft: true }];
  await applyReport(id, { refundedMinor: 5000n, refunds });
  expect(await lineOf(id)).toEqual(['paidUnmatched 5000', 'refunded 5000']);
});
