import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyPayment } from './decisions.ts';

const expiresAt = new Date('2026-11-21T12:00:00.000Z');
const at = (ms: number) => new Date(expiresAt.getTime() + ms);
const money = { linkId: 'chl_1', amountMajor: 50, currency: 'USD', succeededAt: at(-1) };
const attempt = { amount: 50n, currency: 'USD', wasLive: true, refundReason: null };
const link = { id: 'chl_1', expiresAt, cancelledAt: null, expiredAt: null, isPaid: false };
const right = { money, attempt, link, now: at(-1) };

test.each([
  ['in time', {}, 'approved'],
  ['at the very instant of the expiry', { money: { ...money, succeededAt: at(0) }, now: at(5) }, 'approved'],
  ['in time, known later, while its attempt kept the end open', { now: at(60_000) }, 'approved'],
  ['a millisecond after the expiry', { money: { ...money, succeededAt: at(1) } }, 'late'],
  ['in time, on an attempt that had ended', { now: at(1), attempt: { ...attempt, wasLive: false } }, 'late'],
  ['after the link was cancelled', { link: { ...link, cancelledAt: at(-5) } }, 'late'],
  ['after the link was settled as expired', { link: { ...link, expiredAt: at(1) } }, 'late'],
  ['a second time', { link: { ...link, isPaid: true } }, 'duplicate'],
  ['in another amount', { money: { ...money, amountMajor: 49.99 } }, 'mismatch'],
  ['in another currency', { money: { ...money, currency: 'EUR' } }, 'mismatch'],
  ['naming another link', { money: { ...money, linkId: 'chl_2' } }, 'mismatch'],
  ['naming no link', { money: { ...money, linkId: null } }, 'mismatch'],
  ['like other money that its attempt got', { attempt: { ...attempt, refundReason: 'mismatch' } }, 'mismatch'],
])('money %s: %s', (_name, change, classification) => {
  expect(classifyPayment({ ...right, ...change })).toBe(classification);
});

const MISMATCH = { money: { ...money, amountMajor: 1 } };
const PAID = { isPaid: true };
const CANCELLED = { cancelledAt: at(-5) };
const EXPIRED = { expiredAt: at(1) };
const LATE = { money: { ...money, succeededAt: at(1) } };

test.each([
  ['not as asked for, and a second time', { ...MISMATCH, link: { ...link, ...PAID } }, 'mismatch'],
  ['not as asked for, on a cancelled link', { ...MISMATCH, link: { ...link, ...CANCELLED } }, 'mismatch'],
  [
    'not as asked for, on an attempt that had ended',
    { ...MISMATCH, attempt: { ...attempt, wasLive: false } },
    'mismatch',
  ],
  ['a second time, after the link was cancelled', { link: { ...link, ...PAID, ...CANCELLED } }, 'duplicate'],
  ['a second time, after the link expired', { link: { ...link, ...PAID, ...EXPIRED } }, 'duplicate'],
  ['a second time, after the expiry', { ...LATE, link: { ...link, ...PAID } }, 'duplicate'],
  ['after the expiry, on a live attempt', { ...LATE, now: at(1) }, 'late'],
  ['in time, on a live attempt of a cancelled link', { link: { ...link, ...CANCELLED } }, 'late'],
  [
    'at the expiry, known at it, on an attempt that had ended',
    { now: at(0), attempt: { ...attempt, wasLive: false } },
    'approved',
  ],
])('of two facts about money the graver decides: %s', (_name, change, classification) => {
  expect(classifyPayment({ ...right, ...change })).toBe(classification);
});

const instant = fc.integer({ min: -100, max: 100 }).map(at);
const ended = fc.option(instant);
const arrivals = fc.array(
  fc.record({
    succeededAt: instant,
    amountMajor: fc.constantFrom(50, 80),
    wasLive: fc.boolean(),
    now: instant,
  }),
  { maxLength: 8 },
);

test('for any payments in any order, at most one completes a link, and none after its end', () => {
  fc.assert(
    fc.property(arrivals, ended, ended, (list, cancelledAt, expiredAt) => {
      const state = { ...link, cancelledAt, expiredAt };
      const approved = list.filter(({ succeededAt, amountMajor, wasLive, now }) => {
        const classification = classifyPayment({
          money: { ...money, succeededAt, amountMajor },
          attempt: { ...attempt, wasLive },
          link: state,
          now,
        });
        if (classification === 'approved') state.isPaid = true;
        return classification === 'approved';
      });
      expect(approved.length).toBeLessThanOrEqual(1);
      for (const payment of approved) {
        expect([payment.amountMajor, cancelledAt, expiredAt]).toEqual([50, null, null]);
        expect(payment.succeededAt.getTime()).toBeLessThanOrEqual(expiresAt.getTime());
      }
    }),
  );
});
