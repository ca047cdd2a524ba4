import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { openLink, publishedCause } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let cause: string;
beforeEach(async () => {
  cause = await publishedCause(service, partner);
});

/** Records a payment of a new link: by default 50 USD, approved, of an anonymous donor. */
async function paid(overrides: Record<string, unknown> = {}) {
  const link = await openLink(service, partner, { cause });
  const id = newId('payment');
  const amount = Number(overrides.amount ?? 50);
  await db().payment.create({
    data: {
      id,
      linkId: link.id,
      causeKey: cause,
      rail: 'card',
      gateway: 'stripe',
      attempt: 1,
      state: 'approved',
      currency: 'USD',
      gatewayReference: `pi_${id}`,
      gatewayPaymentId: `pi_${id}`,
      succeededAt: new Date(),
      settledAt: new Date(),
      ...overrides,
      amount: BigInt(amount),
      amountMinor: BigInt(amount) * 100n,
    },
  });
}

async function totals() {
  const { body } = await service.call(`/v1/causes/${cause}`, { key: partner.key });
  return body.totals;
}

test('approved payments count with the amount that the donor paid', async () => {
  await paid({ donorEmail: 'a@example.org' });
  await paid({ amount: 75, donorEmail: 'b@example.org' });
  expect(await totals()).toEqual({ collected: 125, contributions: 2, contributors: 2 });
});

test.each(['starting', 'pending', 'declined', 'canceled', 'failed'])(
  'a payment that is %s does not count',
  async (state) => {
    await paid({ state });
    expect(await totals()).toEqual({ collected: 0, contributions: 0, contributors: 0 });
  },
);

test('unmatched funds do not count, refunded or not', async () => {
  await paid({ state: 'refund_due', refundReason: 'late' });
  await paid({ state: 'refunded', refundReason: 'duplicate', refundedAt: new Date() });
  expect((await totals()).contributions).toBe(0);
});

test('donors are counted by email address, case-insensitively; each payment without one is a donor of its own', async () => {
  for (const donorEmail of ['ana@example.org', 'ANA@Example.org', 'JOSÉ@example.org', 'josé@example.org', null, null])
    await paid({ donorEmail });
  expect(await totals()).toEqual({ collected: 300, contributions: 6, contributors: 4 });
});

test('a partial refund lowers the amount collected, and the contribution stays', async () => {
  await paid({ refundedMinor: 1_001n });
  expect(await totals()).toEqual({ collected: 39.99, contributions: 1, contributors: 1 });
});

test('a full refund removes the contribution', async () => {
  await paid({ refundedMinor: 5_000n, donorEmail: 'a@example.org' });
  expect(await totals()).toEqual({ collected: 0, contributions: 0, contributors: 0 });
});

test.each([
  ['open, of all of it', { disputedMinor: 5_000n }, 0],
  ['open, of a part', { disputedMinor: 2_000n }, 30],
  ['lost, of all of it', { chargedBackMinor: 5_000n }, 0],
  ['lost, of a part', { chargedBackMinor: 1_250n }, 37.5],
  ['over, and won', {}, 50],
])('a chargeback that is %s leaves the rest of the payment', async (_name, row, collected) => {
  await paid(row);
  expect((await totals()).collected).toBe(collected);
});

test('the largest amounts are summed exactly, also after a partial refund', async () => {
  await paid({ amount: 1_000_000_000_000, refundedMinor: 50_000_000_000_000n });
  await paid({ amount: 1_000_000_000_000 });
  await paid({ amount: 1 });
  expect((await totals()).collected).toBe(1_500_000_000_001);
});

test('the payments of another cause do not count', async () => {
  await paid();
  cause = await publishedCause(service, partner);
  expect((await totals()).collected).toBe(0);
});
