import { expect, test } from 'vitest';
import { isOverdue, isPastExpiry } from '#lib/checkout-links/status.ts';
import { isPayable } from './lock-link.ts';
import { classifyPayment } from './sync/decisions.ts';

const expiresAt = new Date('2026-11-21T12:00:00.000Z');
const at = (ms: number) => new Date(expiresAt.getTime() + ms);
const link = { id: 'chl_1', expiresAt, cancelledAt: null, expiredAt: null, approved: null, isPaid: false };
const attempt = { amount: 50n, currency: 'USD', wasLive: true, refundReason: null };
const money = { linkId: 'chl_1', amountMajor: 50, currency: 'USD', succeededAt: at(-10) };

test.each([
  ['a millisecond before its expiry', at(-1), true],
  ['at the very instant of its expiry', at(0), true],
  ['a millisecond after its expiry', at(1), false],
])('%s, status, lock and classification agree on whether a link can be paid', (_when, now, canBePaid) => {
  const outcome = canBePaid ? 'approved' : 'late';
  expect(isPastExpiry(link, now)).toBe(!canBePaid);
  expect(isOverdue(link, now)).toBe(!canBePaid);
  expect(isPayable(link, now)).toBe(canBePaid);
  expect(classifyPayment({ money: { ...money, succeededAt: now }, attempt, link, now })).toBe(outcome);
  const ended = { ...attempt, wasLive: false };
  expect(classifyPayment({ money, attempt: ended, link, now })).toBe(outcome);
});
