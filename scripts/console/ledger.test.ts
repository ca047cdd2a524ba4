import { expect, test } from 'vitest';
import type { Difference } from '#lib/ledger/difference.ts';
import { listOf } from './ledger.ts';

const difference: Difference = {
  about: 'totals',
  kind: null,
  subject: 'a-cause',
  causeKey: 'a-cause',
  currency: 'USD',
  account: null,
  expectedMinor: '4000',
  foundMinor: '5000',
};

test.each([
  [10, / not 4000 \(by 1000\)$/],
  [49, /; and 39 more$/],
  // A part of the check stops at 50.
  [50, /; and at least 40 more$/],
])('of %i differences the first ten are listed, and the others counted as far as they are known', (count, end) => {
  const list = listOf(Array<Difference>(count).fill(difference));
  expect(list).toMatch(end);
  expect(list.match(/totals a-cause: /g)).toHaveLength(10);
});
