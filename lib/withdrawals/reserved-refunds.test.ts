import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { causeTotals } from '#lib/causes/totals.ts';
import { db } from '#lib/db.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { approveRefund, rejectRefund } from '#lib/payments/refunds/approve-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import type { RemoteRefund } from '#lib/rails/port/reversals.ts';
import { NOW } from '#testing/causes.ts';
import {
  applyReport,
  chargeback,
  differences,
  donation,
  ownDatabase,
  postedFor,
  releaseCosts,
} from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { anotherCauseOf, creatorWith } from '#testing/withdrawals.ts';
import { changeWithdrawal } from './change.ts';

/* What is asked for as a refund cannot be withdrawn as well, from the moment it is asked for. */

ownDatabase();
// Nothing mends what was posted wrongly: at the end it shows, whichever test posted it.
afterAll(async () => {
  expect(await differences()).toEqual([]);
});

/** More than one staff member refunds alone. */
const ABOVE_THRESHOLD = 40_000;

/** A creator whose cause has one donation of so many dollars at 5 %, with all that is asked for and reported of it. */
async function donated(dollars = 80) {
  const made = await creatorWith(0);
  const paymentId = await donation(made.key, { amountMajor: dollars });
  const row = () => db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  const request = async (amount: number, key: string = randomUUID()) => {
    const { refundedMinor: seenMinor } = await row();
    return requestRefund(
      {
        paymentId,
        amountMinor: BigInt(amount * 100),
        seenMinor,
        reason: 'Asked for by the donor',
        key,
        requestedBy: made.staff.id,
      },
      NOW,
    );
  };
  const refund = async (amount: number) => {
    const asked = await request(amount);
    if (asked.kind !== 'requested') throw new Error(asked.kind);
    return asked.refund.id;
  };
  const available = async () => {
    const cause = await db().cause.findUniqueOrThrow({ where: { key: made.key } });
    return (await withdrawableOf(db(), cause, NOW)).availableMinor;
  };
  const events = async () => (await postedFor(paymentId)).map(({ event }) => event).toSorted();
  return { ...made, paymentId, row, request, refund, available, events };
}

/** A refund as its gateway reports it; `refundId` of one that we asked for. */
const remote = (
  dollars: number,
  status: RemoteRefund['status'],
  { refundId = null, hasLeft = status === 'succeeded' }: Partial<RemoteRefund> = {},
): RemoteRefund => ({
  id: `re_${refundId ?? 'by_hand'}`,
  refundId,
  amountMinor: BigInt(dollars * 100),
  status,
  hasLeft,
  createdAt: NOW,
});

test('what is asked for as a refund cannot be requested as a withdrawal', async () => {
  const { key, ask, refund, available, events } = await donated();
  expect(await available()).toBe(7600n);
  await refund(80);
  expect(await available()).toBe(0n);
  expect(await refusalOf(ask(76))).toBe('over_available');
  expect(await refusalOf(ask(1))).toBe('over_available');
  expect(await causeBalance(db(), key)).toMatchObject({
    collectedMinor: 8000n,
    commissionMinor: 0n,
    refundedMinor: 0n,
    refundsReservedMinor: 8000n,
    leftMinor: 0n,
  });
  expect(await events()).toEqual(['donation:…', 'refund_reserved:…:1']);
});

test('of a partial refund the rest can be withdrawn', async () => {
  const { ask, refund, available } = await donated();
  await refund(20);
  expect(await available()).toBe(5700n);
  expect(await refusalOf(ask(58))).toBe('over_available');
  expect((await ask(57)).state).toBe('approved');
});

test('a withdrawal that was approved before is held back when sending starts', async () => {
  const { ask, refund, staff } = await donated();
  const { id, state } = await ask(76);
  expect(state).toBe('approved');
  await refund(80);
  expect(await changeWithdrawal(staff, id, 'start_sending', null, NOW)).toMatchObject({
    state: 'requested',
    heldFor: 'over_available',
  });
  expect(await refusalOf(changeWithdrawal(staff, id, 'approve', null, NOW))).toBe('over_available');
});

test('it is made up for by no other cause of the creator', async () => {
  const made = await donated();
  const other = await anotherCauseOf(made.creator, 10);
  const { id } = await made.ask(76);
  await made.refund(80);
  expect(await refusalOf(made.ask(10, { causeKey: other }))).toBe('over_creator_sum');
  expect(await changeWithdrawal(made.staff, id, 'start_sending', null, NOW)).toMatchObject({
    state: 'requested',
  });
});

test('while a refund waits for a second person it is reserved, and not twice once it is approved', async () => {
  const { ask, request, available, events, verifier, paymentId } = await donated(ABOVE_THRESHOLD);
  const asked = await request(ABOVE_THRESHOLD);
  if (asked.kind !== 'waits') throw new Error(asked.kind);
  expect(await available()).toBe(0n);
  expect(await refusalOf(ask(1))).toBe('over_available');
  // Its gateway is not asked here.
  await db().payment.update({ where: { id: paymentId }, data: { gatewayReference: null } });
  await approveRefund(asked.approval, verifier.id, NOW);
  expect(await available()).toBe(0n);
  expect(await events()).toEqual(['donation:…', 'refund_reserved:…:1']);
});

test('a refund that is refused is no longer reserved', async () => {
  const { ask, request, available, events, verifier } = await donated(ABOVE_THRESHOLD);
  const asked = await request(ABOVE_THRESHOLD);
  if (asked.kind !== 'waits') throw new Error(asked.kind);
  await rejectRefund(asked.approval, verifier.id, 'Not needed', NOW);
  expect(await available()).toBe(3_800_000n);
  expect((await ask(100)).state).toBe('approved');
  expect(await events()).toEqual(['donation:…', 'refund_reserved:…:1', 'refund_reserved:…:2']);
});

test.each([
  ['has not left the gateway’s account', false],
  ['has left the gateway’s account', true],
])(
  'a refund that is pending and %s lowers no total, and is one refund when it has succeeded',
  async (_name, hasLeft) => {
    const { key, refund, available, events, paymentId, row } = await donated();
    const refundId = await refund(80);
    await applyReport(paymentId, { refunds: [remote(80, 'pending', { refundId, hasLeft })] });
    await applyReport(paymentId, { refunds: [remote(80, 'pending', { refundId, hasLeft })] });
    expect(await available()).toBe(0n);
    expect(await row()).toMatchObject({
      refundedMinor: 0n,
      refundsPendingMinor: 8000n,
      refundsElsewhereMinor: 0n,
      refundsMovedMinor: hasLeft ? 8000n : 0n,
    });
    expect((await causeTotals(db(), key)).collected).toBe(80);
    expect(await differences()).toEqual([]);
    await applyReport(paymentId, { refundedMinor: 8000n, refunds: [remote(80, 'succeeded', { refundId })] });
    expect(await available()).toBe(0n);
    expect((await causeTotals(db(), key)).collected).toBe(0);
    expect(await row()).toMatchObject({
      refundedMinor: 8000n,
      refundsPendingMinor: 0n,
      refundsMovedMinor: 0n,
    });
    const left = hasLeft ? ['refund_reserved:…:2'] : [];
    expect(await events()).toEqual(['donation:…', 'refund:…:1', 'refund_reserved:…:1', ...left]);
    expect(await causeBalance(db(), key)).toMatchObject({ refundedMinor: 8000n, refundsReservedMinor: 0n });
  },
);

test.each([false, true])('a refund that fails is available again (moved: %s)', async (hasLeft) => {
  const { refund, available, paymentId, ask } = await donated();
  const refundId = await refund(80);
  await applyReport(paymentId, { refunds: [remote(80, 'pending', { refundId, hasLeft })] });
  await applyReport(paymentId, { refunds: [remote(80, 'failed', { refundId })] });
  expect(await available()).toBe(7600n);
  expect((await ask(76)).state).toBe('approved');
});

test('two refunds after one another: what was refunded and what is reserved are both gone', async () => {
  const { refund, available, paymentId, request } = await donated();
  const first = remote(20, 'succeeded', { refundId: await refund(20) });
  await applyReport(paymentId, { refundedMinor: 2000n, refunds: [first] });
  const second = await refund(30);
  expect(await available()).toBe(2850n);
  await applyReport(paymentId, {
    refundedMinor: 2000n,
    refunds: [first, remote(30, 'pending', { refundId: second, hasLeft: true })],
  });
  expect(await available()).toBe(2850n);
  expect(await refusalOf(request(10))).toBe('refund_pending');
  await applyReport(paymentId, {
    refundedMinor: 5000n,
    refunds: [first, remote(30, 'succeeded', { refundId: second })],
  });
  expect(await available()).toBe(2850n);
});

test('a refund by hand at the gateway is reserved while it is pending, beside ours', async () => {
  const { available, paymentId, request, refund, row, events } = await donated();
  const byHand = remote(50, 'pending', { hasLeft: true });
  await applyReport(paymentId, { refunds: [byHand] });
  expect(await available()).toBe(2850n);
  expect(await row()).toMatchObject({ refundsPendingMinor: 5000n, refundsElsewhereMinor: 5000n });
  const seen = { refundedMinor: 5000n };
  expect(await refusalOf(request(40))).toBe('refund_stale');
  const ours = await requestRefund(
    {
      paymentId,
      amountMinor: 4000n,
      seenMinor: seen.refundedMinor,
      reason: 'Too much',
      key: 'form',
      requestedBy: 'acc_staff',
    },
    NOW,
  ).catch((error: { code: string }) => error.code);
  expect(ours).toBe('over_refundable');
  await applyReport(paymentId, { refunds: [] });
  expect(await available()).toBe(7600n);
  await applyReport(paymentId, { refundedMinor: 5000n, refunds: [{ ...byHand, status: 'succeeded' }] });
  await refund(30);
  expect(await available()).toBe(0n);
  expect(await row()).toMatchObject({ refundsPendingMinor: 3000n, refundsElsewhereMinor: 0n });
  expect((await events()).filter((event) => event.startsWith('refund:'))).toEqual(['refund:…:1']);
});

test('refunds that could not be listed leave what is reserved as it is', async () => {
  const { available, paymentId, refund, row } = await donated();
  const refundId = await refund(20);
  const byHand = remote(10, 'pending');
  await applyReport(paymentId, { refunds: [remote(20, 'pending', { refundId, hasLeft: true }), byHand] });
  const before = await row();
  await applyReport(paymentId, { refundedMinor: null, refunds: null });
  expect(await row()).toEqual(before);
  expect(await available()).toBe(4750n);
});

test('a chargeback while a refund is pending takes nothing twice, and gives back what is not reserved', async () => {
  const { available, paymentId, refund, key } = await donated();
  const refundId = await refund(50);
  const refunds = [remote(50, 'pending', { refundId, hasLeft: true })];
  const of = (status: 'open' | 'won') => [chargeback('du_1', status, { amountMinor: 8000n })];
  await applyReport(paymentId, { refunds, disputes: of('open') });
  expect(await available()).toBe(0n);
  expect(await differences()).toEqual([]);
  await applyReport(paymentId, { refunds, disputes: of('won') });
  expect(await available()).toBe(2850n);
  const succeeded = [remote(50, 'succeeded', { refundId })];
  await applyReport(paymentId, { refundedMinor: 5000n, refunds: succeeded, disputes: of('won') });
  expect(await available()).toBe(2850n);
  expect((await causeTotals(db(), key)).collected).toBe(30);
});

test('the refund of unreleased money reduces what is on its way', async () => {
  const made = await creatorWith(0);
  const paymentId = await donation(made.key, {
    amountMajor: 80,
    feePercent: '0',
    costs: releaseCosts(null),
  });
  await donation(made.key, { amountMajor: 20, feePercent: '0' });
  await requestRefund(
    {
      paymentId,
      amountMinor: 5000n,
      seenMinor: 0n,
      reason: 'Asked for',
      key: 'form',
      requestedBy: made.staff.id,
    },
    NOW,
  );
  const cause = await db().cause.findUniqueOrThrow({ where: { key: made.key } });
  expect(await withdrawableOf(db(), cause, NOW)).toMatchObject({
    availableMinor: 2000n,
    onItsWayMinor: 3000n,
  });
});

test('of a refund and a withdrawal of the same money at once, what is paid never exceeds what there is', async () => {
  for (const _round of Array(10).keys()) {
    const { ask, refund, available, staff } = await donated();
    const [asked, requested] = await Promise.allSettled([ask(76), refund(80)]);
    expect(requested.status).toBe('fulfilled');
    if (asked.status === 'rejected') expect(await available()).toBe(0n);
    else
      expect(await changeWithdrawal(staff, asked.value.id, 'start_sending', null, NOW)).toMatchObject({
        state: 'requested',
        heldFor: 'over_available',
      });
    expect(await differences()).toEqual([]);
  }
});

test('of many refunds and withdrawals at once nothing exceeds the donation', async () => {
  const { ask, request, key, available } = await donated(100);
  await Promise.allSettled([
    ...[10, 20, 30].map((dollars) => request(dollars)),
    ...[20, 30, 45, 60].map((dollars) => ask(dollars)),
  ]);
  const { refundsReservedMinor, reservedMinor, leftMinor, commissionMinor } = await causeBalance(db(), key);
  expect(refundsReservedMinor + reservedMinor + leftMinor + commissionMinor).toBe(10_000n);
  // A withdrawal is never requested of what is reserved; a refund afterwards may leave too little.
  expect(leftMinor >= -refundsReservedMinor).toBe(true);
  expect(await available()).toBe(leftMinor);
});
