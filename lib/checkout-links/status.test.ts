import { expect, test } from 'vitest';
import type { ApprovedPayment } from '#lib/hot-queries/find-link.ts';
import { isPayable } from '#lib/payments/lock-link.ts';
import { isOverdue, linkStatus } from './status.ts';

const expiresAt = new Date('2026-11-21T12:00:00Z');
const before = new Date(expiresAt.getTime() - 1);
const after = new Date(expiresAt.getTime() + 1);
const approved: ApprovedPayment = { id: 'pay_1', amount: 50, currency: 'USD', succeededAt: before };
const open = { expiresAt, cancelledAt: null, expiredAt: null, approved: null };

test('the status derives from stored data only, never from a clock', () => {
  expect(linkStatus(open)).toBe('open');
  expect(linkStatus({ ...open, expiredAt: after })).toBe('expired');
  expect(linkStatus({ ...open, cancelledAt: before })).toBe('cancelled');
  expect(linkStatus({ ...open, approved })).toBe('completed');
});

/** Whether it was paid, cancelled and expired: what was paid stays so, and of two ends the cancellation is told. */
test.each([
  [false, false, false, 'open'],
  [false, false, true, 'expired'],
  [false, true, false, 'cancelled'],
  [false, true, true, 'cancelled'],
  [true, false, false, 'completed'],
  [true, false, true, 'completed'],
  [true, true, false, 'completed'],
  [true, true, true, 'completed'],
] as const)('paid %j, cancelled %j, expired %j: it is %s', (isPaid, isCancelled, isExpired, status) => {
  const facts = {
    expiresAt,
    approved: isPaid ? approved : null,
    cancelledAt: isCancelled ? before : null,
    expiredAt: isExpired ? after : null,
  };
  expect(linkStatus(facts)).toBe(status);
  expect(isOverdue(facts, after)).toBe(status === 'open');
  const locked = { ...facts, isPaid };
  expect([isPayable(locked, before), isPayable(locked, after)]).toEqual([status === 'open', false]);
});

test('an open link is overdue after its expiry', () => {
  expect(isOverdue(open, before)).toBe(false);
  expect(isOverdue(open, expiresAt)).toBe(false);
  expect(isOverdue(open, after)).toBe(true);
});

test('a link that has ended is never overdue', () => {
  for (const end of [{ approved }, { cancelledAt: before }, { expiredAt: after }])
    expect(isOverdue({ ...open, ...end }, after)).toBe(false);
});
