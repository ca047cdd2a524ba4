import { expect, test } from 'vitest';
import { reversalsOf } from './present-donation.ts';
import { writeReversals } from './write-receipt.ts';

const WHOLE = 50;
/** Each kind of reversal with its share of the donation, and what is said of it. */
const PARTS = [
  ['refundedMinor', 10, 'US$10 of it was refunded.'],
  [
    'disputedMinor',
    7,
    'US$7 of it is in dispute: the donor’s bank is asking for it back, and there is no decision yet.',
  ],
  ['chargedBackMinor', 4, 'US$4 of it was in dispute, and the donor’s bank took it back.'],
] as const;
const NONE = { refundedMinor: 0n, sentByHandMinor: 0n, disputedMinor: 0n, chargedBackMinor: 0n };

/** No reversal, each alone, each two, and all of them. */
const COMBINATIONS = Array.from({ length: 2 ** PARTS.length }, (_, chosen) =>
  PARTS.filter((_part, index) => Math.floor(chosen / 2 ** index) % 2 === 1),
);

test.each(COMBINATIONS.map((parts) => [parts.map(([kind]) => kind).join(', ') || 'nothing', parts] as const))(
  'of %s each is said, and what is left once some of it is gone',
  (_kinds, parts) => {
    const reversed = Object.fromEntries(parts.map(([kind, major]) => [kind, BigInt(major * 100)]));
    const reversals = reversalsOf({ amount: BigInt(WHOLE), amountMinor: BigInt(WHOLE * 100), ...NONE, ...reversed });
    const left = parts.reduce((rest, [, major]) => rest - major, WHOLE);
    const isPartGone = parts.some(([kind]) => kind !== 'disputedMinor');
    expect(writeReversals({ reversals, currency: 'USD', country: 'co' }, 'en')).toEqual([
      ...parts.map(([, , sentence]) => sentence),
      ...(isPartGone ? [`US$${left} of it stays with the cause.`] : []),
    ]);
  },
);
