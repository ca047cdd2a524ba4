import { expect, test } from 'vitest';
import type { ApprovedPayment } from '#lib/hot-queries/find-link.ts';
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

test('an open link is overdue after its expiry', () => {
  expect(isOverdue(open, before)).toBe(false);
  expect(isOverdue(open, after)).toBe(true);
});

test('a link that has ended is never overdue', () => {
  for (const end of [{ approved }, { cancelledAt: before }, { expiredAt: after }])
    expect(isOverdue({ ...open, ...end }, after)).toBe(false);
});
