import { expect, test } from 'vitest';
import { expectedArrival } from './expected-arrival.ts';

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const NEVER = { decidedAt: null, sendingAt: null, paidAt: null, sentOn: null, heldFor: null };

test('an arrival is expected after business days, counted from the last step', () => {
  const friday = at('2026-11-20');
  expect(expectedArrival({ ...NEVER, state: 'requested', requestedAt: friday })).toBe('2026-11-30');
  expect(expectedArrival({ ...NEVER, state: 'approved', requestedAt: friday, decidedAt: at('2026-11-23') })).toBe(
    '2026-11-27',
  );
  const started = { ...NEVER, requestedAt: friday, decidedAt: friday, sendingAt: at('2026-11-23') };
  expect(expectedArrival({ ...started, state: 'sending' })).toBe('2026-11-27');
  const paid = { ...started, state: 'paid', paidAt: at('2026-11-26') } as const;
  expect(expectedArrival({ ...paid, sentOn: '2026-11-24' })).toBe('2026-11-27');
  // Recorded before the day of the transfer was.
  expect(expectedArrival(paid)).toBe('2026-12-01');
});

test.each(['rejected', 'cancelled', 'failed'] as const)('nothing is expected of one that is %s', (state) => {
  expect(expectedArrival({ ...NEVER, state, requestedAt: at('2026-11-20') })).toBeNull();
});

test.each(['not_sent', 'bank_account_not_verified'] as const)(
  'nothing is expected of one in review again: %s',
  (heldFor) => {
    expect(expectedArrival({ ...NEVER, state: 'requested', requestedAt: at('2026-11-20'), heldFor })).toBeNull();
  },
);
