import { expect, test } from 'vitest';
import { accountFeePosting, payoutPosting } from './account-postings.ts';

const about = { gateway: 'stripe', currency: 'USD' };
const sums = (entries: ReturnType<typeof payoutPosting>) =>
  Object.fromEntries(entries.map(({ account, amountMinor }) => [account, Number(amountMinor)]));

test('a payout leaves the gateway for our bank; what the gateway takes for it is our cost', () => {
  expect(sums(payoutPosting({ ...about, grossMinor: -1000n, feeMinor: 0n }))).toEqual({
    gateway: -1000,
    bank: 1000,
  });
  expect(sums(payoutPosting({ ...about, grossMinor: -1000n, feeMinor: 15n }))).toEqual({
    ...{ gateway: -1015, bank: 1000, gateway_cost: 15 },
  });
});

test('a payout that came back is the same the other way', () => {
  expect(sums(payoutPosting({ ...about, grossMinor: 1000n, feeMinor: 0n }))).toEqual({
    ...{ gateway: 1000, bank: -1000 },
  });
});

test('a fee of the account is ours to bear, however the gateway writes it; nobody’s cause is touched', () => {
  for (const amounts of [
    { grossMinor: -200n, feeMinor: 0n },
    { grossMinor: 0n, feeMinor: 200n },
  ]) {
    const entries = accountFeePosting({ ...about, ...amounts });
    expect(sums(entries)).toEqual({ gateway: -200, gateway_cost: 200 });
    expect(entries.every(({ causeKey }) => causeKey === null)).toBe(true);
  }
});
