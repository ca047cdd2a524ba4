import { expect, test } from 'vitest';
import { accountFeePosting, payoutPosting } from './account-postings.ts';

const about = { gateway: 'stripe', currency: 'USD' };
const sums = (entries: ReturnType<typeof payoutPosting>) =>
  Object.fromEntries(entries.map(({ account, amountMinor }) => [account, Number(amountMinor)]));

test('a payout leaves the gateway for our bank, and its fee is our cost', () => {
  expect(sums(payoutPosting({ ...about, grossMinor: -1000n, feeMinor: 0n }))).toEqual({
    gateway: -1000,
    bank: 1000,
  });
  expect(sums(payoutPosting({ ...about, grossMinor: -1000n, feeMinor: 15n }))).toEqual({
    gateway: -1015,
    bank: 1000,
    gateway_cost: 15,
  });
});

test('a returned payout is the reverse', () => {
  expect(sums(payoutPosting({ ...about, grossMinor: 1000n, feeMinor: 0n }))).toEqual({
    gateway: 1000,
    bank: -1000,
  });
});

test('an account fee is our cost, with either sign, and affects no cause', () => {
  for (const amounts of [
    { grossMinor: -200n, feeMinor: 0n },
    { grossMinor: 0n, feeMinor: 200n },
  ]) {
    const entries = accountFeePosting({ ...about, ...amounts });
    expect(sums(entries)).toEqual({ gateway: -200, gateway_cost: 200 });
    expect(entries.every(({ causeKey }) => causeKey === null)).toBe(true);
  }
});
