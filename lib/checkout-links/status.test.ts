import { expect, test } from 'vitest';
import { type ApprovedPayment, linkStatus, needsSettling } from './status.ts';

const expiresAt = new Date('2026-11-21T12:00:00Z');
const before = new Date(expiresAt.getTime());
const after = new Date(expiresAt.getTime() + 1);
const approved: ApprovedPayment = { id: 'pay_1', amount: 50, currency: 'USD', succeededAt: before };
const open = { expiresAt, cancelledAt: null, expiredAt: null, approved: null };

test('an unpaid link is open up to its expiry and expired after it, whether or not anything has swept it', () => {
  expect(linkStatus(open, before)).toBe('open');
  expect(linkStatus(open, after)).toBe('expired');
  expect(linkStatus({ ...open, expiredAt: after }, before)).toBe('expired');
});

test('an approved payment makes it completed, at any time', () => {
  expect(linkStatus({ ...open, approved }, before)).toBe('completed');
  expect(linkStatus({ ...open, approved }, after)).toBe('completed');
});

test('a cancelled link stays cancelled past its expiry', () => {
  expect(linkStatus({ ...open, cancelledAt: before }, before)).toBe('cancelled');
  expect(linkStatus({ ...open, cancelledAt: before }, after)).toBe('cancelled');
});

test('nobody can say yet what became of a link only past its expiry, unsettled, with an attempt live', () => {
  expect(needsSettling({ ...open, hasLiveAttempt: true }, after)).toBe(true);
  expect(needsSettling({ ...open, hasLiveAttempt: true }, before)).toBe(false);
  expect(needsSettling({ ...open, hasLiveAttempt: false }, after)).toBe(false);
  for (const end of [{ approved }, { cancelledAt: before }, { expiredAt: after }])
    expect(needsSettling({ ...open, ...end, hasLiveAttempt: true }, after)).toBe(false);
});
