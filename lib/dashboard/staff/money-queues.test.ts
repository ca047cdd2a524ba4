// @module-tag full

import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { asOwner } from '#testing/as-owner.ts';
import { storedCause } from '#testing/causes.ts';
import { applyReport, donation, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { listDisputes } from './disputes.ts';
import { findFailedRefund, listFailedRefunds } from './failed-refunds.ts';
import { findLinkDetail, listLinks } from './links.ts';
import type { Listed } from './list-view.ts';
import { findPaymentDetail } from './payment.ts';
import { listPayments } from './payments.ts';
import { listWork } from './work.ts';

ownDatabase();

const NOW = new Date('2026-11-22T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inTime = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

let paymentId: string;
beforeAll(async () => {
  paymentId = await donation((await storedCause()).key);
});

function dispute(id: string, facts: Partial<Prisma.DisputeUncheckedCreateInput> = {}) {
  return {
    id,
    paymentId,
    gateway: 'stripe',
    gatewayDisputeId: `du_${id}`,
    kind: 'chargeback',
    status: 'open',
    amountMinor: 5000n,
    currency: 'USD',
    openedAt: NOW,
    createdAt: NOW,
    ...facts,
  };
}

function failed(id: string, facts: Partial<Prisma.RefundUncheckedCreateInput> = {}) {
  return {
    id,
    paymentId,
    requestKey: id,
    amountMinor: 1000n,
    reason: 'late',
    state: 'failed',
    lastError: 'refund_failed',
    createdAt: NOW,
    settledAt: NOW,
    ...facts,
  };
}

async function whole<Row extends { id: string }>(
  list: (place: Record<string, string>) => Promise<Listed<Row>>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let page = await list({}); ; page = await list({ after: page.after?.cursor ?? '' })) {
    ids.push(...page.rows.map(({ id }) => id));
    if (page.after === null) return ids;
  }
}

const many = <T>(count: number, make: (n: string, index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(String(index).padStart(3, '0'), index));

test('disputes are ordered: to answer, by deadline, then without deadline, then ended, each once', async () => {
  await db().dispute.createMany({
    data: [
      // Several have the same deadline: their ids decide.
      ...many(70, (n, index) => dispute(`a${n}`, { respondBy: inTime(Math.floor(index / 3) * HOUR) })),
      ...many(40, (n) => dispute(`b${n}`)),
      ...many(60, (n, index) => dispute(`c${n}`, { status: 'won', endedAt: NOW, openedAt: inTime(-index * HOUR) })),
    ],
  });
  const open = [...many(70, (n) => `a${n}`), ...many(40, (n) => `b${n}`)];
  expect(await whole((place) => listDisputes(place, NOW))).toEqual(open);
  expect(await whole((place) => listDisputes({ show: 'all', ...place }, NOW))).toEqual([
    ...open,
    ...many(60, (n) => `c${n}`),
  ]);
  expect(await listWork(NOW)).toContainEqual({ name: 'disputes', count: 70, at: NOW });
  await asOwner('DELETE FROM disputes');
});

test.each([
  [-1, { unit: 'over' }],
  [HOUR / 2, { unit: 'hours', count: 0, isSoon: true }],
  [2 * DAY - 1, { unit: 'hours', count: 47, isSoon: true }],
  [3 * DAY, { unit: 'days', count: 3, isSoon: true }],
  [3 * DAY + 1, { unit: 'days', count: 3, isSoon: false }],
])('a dispute due in %i ms says so', async (left, due) => {
  const { id } = await db().dispute.create({ data: dispute(`due${left}`, { respondBy: inTime(left) }) });
  const { rows } = await listDisputes({}, NOW);
  expect(rows.find((row) => row.id === id)?.due).toEqual(due);
});

test('failed refunds are ordered: first those whose donor was notified, each once, without resolved ones', async () => {
  const returned = { returnedAt: NOW, lastError: 'returned_by_bank' };
  await db().refund.createMany({
    data: [
      ...many(60, (n, index) => failed(`a${n}`, { settledAt: inTime(Math.floor(index / 3)), ...returned })),
      ...many(60, (n) => failed(`b${n}`, { settledAt: inTime(-DAY) })),
      failed('c-outdated', { lastError: 'outdated' }),
      failed('c-seen-to', { resolvedAt: NOW, resolvedBy: 'acc_1', resolution: 'nothing_sent' }),
      failed('c-done', { state: 'succeeded', lastError: null }),
    ],
  });
  const waiting = [...many(60, (n) => `a${n}`), ...many(60, (n) => `b${n}`)];
  expect(await whole(listFailedRefunds)).toEqual(waiting);
  expect(await listWork(NOW)).toContainEqual({
    name: 'failedRefunds',
    count: waiting.length,
    at: expect.any(Date),
  });
  const wants = async (id: string) => (await findFailedRefund('acc_somebody', id))?.needsAttention ?? null;
  expect(await Promise.all(['a000', 'c-seen-to', 'c-outdated', 'c-done'].map(wants))).toEqual([
    true,
    false,
    false,
    null,
  ]);
});

test('whoever left an address for the receipt alone is named by it where staff have to reach them', async () => {
  const id = await donation((await storedCause()).key);
  const { linkId } = await db().payment.update({ where: { id }, data: { receiptEmail: 'office@example.org' } });
  await db().refund.create({ data: failed('d-receipt', { paymentId: id }) });
  await db().dispute.create({ data: dispute('d-receipt', { paymentId: id }) });
  const donor = { email: 'office@example.org' };
  expect(await findFailedRefund('acc_somebody', 'd-receipt')).toMatchObject({ donor, payment: { donor } });
  const { rows: disputes } = await listDisputes({}, NOW);
  expect(disputes.find((row) => row.id === 'd-receipt')).toMatchObject({ donor });
  expect((await listPayments({ q: 'office@example.org' })).rows).toMatchObject([{ id, donor }]);
  expect((await listLinks({ q: linkId }, NOW)).rows).toMatchObject([{ donor }]);
  const told = { donor: { email: null, receiptEmail: 'office@example.org' } };
  expect(await findLinkDetail(linkId, NOW)).toMatchObject(told);
  expect(await findPaymentDetail('acc_somebody', id, NOW)).toMatchObject(told);
});

test('a paid link is listed with the amount that was paid, any other with the minted one', async () => {
  const id = await pendingPayment((await storedCause()).key, { amountMajor: 50 });
  const { linkId } = await db().payment.findUniqueOrThrow({ where: { id } });
  const amounts = async () => (await listLinks({ q: linkId }, NOW)).rows.map(({ amount }) => amount.amountMajor);
  await db().checkoutLink.update({ where: { id: linkId }, data: { donorAmount: 80n } });
  expect(await amounts()).toEqual([50]);
  await db().payment.update({ where: { id }, data: { amount: 80n } });
  await applyReport(id);
  expect(await amounts()).toEqual([80]);
});
