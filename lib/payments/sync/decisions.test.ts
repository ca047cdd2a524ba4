import { expect, test } from 'vitest';
import type { RemoteAttempt, RemotePayment } from '#lib/rails/port/payment.ts';
import { decideEnd, finalState, isUnwanted, mustCancelAtGateway, unreadCode, withCompleteness } from './decisions.ts';

const remote = (status: RemoteAttempt['status'], money: Partial<RemotePayment>[] = []): RemoteAttempt => ({
  status,
  declines: [],
  money: money as RemotePayment[],
});
const PAID = [{ paymentId: null }];

test.each([
  ['nobody has paid', remote('live'), false, true],
  ['the gateway is deciding', remote('processing'), false, true],
  ['the gateway is deciding, and it is kept', remote('processing'), true, false],
  ['nobody has paid, and what is decided is kept', remote('live'), true, true],
  ['it has been paid', remote('live', PAID), false, false],
  ['another attempt has been paid', remote('live', [{ paymentId: 'pay_2' }]), false, true],
  [
    'this one and another have been paid',
    remote('live', [{ paymentId: 'pay_2' }, { paymentId: 'pay_1' }]),
    false,
    false,
  ],
  ['it has ended', remote('canceled'), false, false],
])('an attempt that is being ended is cancelled at its gateway or not: %s', (_when, found, keep, expected) => {
  expect(mustCancelAtGateway(found, 'pay_1', keep)).toBe(expected);
});

test.each([
  [remote('live'), undefined],
  [remote('processing'), undefined],
  [remote('canceled'), 'canceled'],
  [remote('declined'), 'declined'],
  [remote('canceled', PAID), undefined],
])('only an explicit end without money ends an attempt: %#', (found, expected) => {
  expect(finalState(found, 'pay_1')).toBe(expected);
});

const TWO = [
  { id: 'pay_1', state: 'pending' },
  { id: 'pay_2', state: 'pending' },
  { id: 'pay_3', state: 'declined' },
];
const open = {
  isPaid: false,
  cancelledAt: null,
  expiredAt: null,
  payments: [{ id: 'pay_1', state: 'pending' }],
};

test.each([
  ['every attempt was ended first', open, new Set(['pay_1']), 'store'],
  ['another attempt became live', open, new Set<string>(), 'again'],
  ['another became live beside one that was ended', { ...open, payments: [...TWO] }, new Set(['pay_1']), 'again'],
  [
    'a declined one is left beside one that was ended',
    { ...open, payments: [...TWO] },
    new Set(['pay_1', 'pay_2']),
    'store',
  ],
  ['an attempt is being started', { ...open, payments: [{ id: 'a', state: 'starting' }] }, new Set<string>(), 'store'],
  ['it was paid meanwhile', { ...open, isPaid: true }, new Set<string>(), 'ended'],
  ['it was cancelled meanwhile', { ...open, cancelledAt: new Date() }, new Set<string>(), 'ended'],
  ['it has expired meanwhile', { ...open, expiredAt: new Date() }, new Set<string>(), 'ended'],
])('the end of a link is stored once no attempt is live: %s', (_when, link, seen, expected) => {
  expect(decideEnd(link, seen)).toBe(expected);
});

test('an attempt should no longer be paid once its link has ended or its cause stopped', () => {
  const link = { approved: null, cancelledAt: null, expiredAt: null };
  expect(isUnwanted(link, true)).toBe(false);
  expect(isUnwanted(link, false)).toBe(true);
  expect(isUnwanted({ ...link, cancelledAt: new Date() }, true)).toBe(true);
});

/** A payment of which everything is known, and nothing is under way. */
const KNOWN = {
  refundedMinor: 0n,
  refunds: [{ status: 'succeeded' }],
  disputes: [{ status: 'won' }],
  costs: { movements: [], complete: true, releasedAt: null, isReleased: null },
} as unknown as RemotePayment;
const UNREAD = [
  { part: 'refunds', code: 'status_500' },
  { part: 'disputes', code: 'timeout' },
] as const;

test('a payment keeps why a part of it is unknown, until a report is complete', () => {
  expect(unreadCode({ ...KNOWN, unread: UNREAD }, 'other')).toBe('unread refunds: status_500, disputes: timeout');
  for (const unread of [undefined, []]) {
    const report = unread ? { ...KNOWN, unread } : KNOWN;
    expect(['unread refunds: timeout', 'other, unread ', null].map((before) => unreadCode(report, before))).toEqual([
      null,
      'other, unread ',
      null,
    ]);
  }
});

test.each<[string, object, boolean]>([
  ['everything is known', {}, true],
  ['no part is unread', { unread: [] }, true],
  ['no dispute is listed, and none implied', { disputes: null }, true],
  ['an implied dispute has ended', { disputes: null, impliedDispute: { status: 'lost' } }, true],
  ['the listed disputes have ended, whatever is implied', { impliedDispute: { status: 'open' } }, true],
  ['a part is unread', { unread: UNREAD }, false],
  ['the refunded amount is unknown', { refundedMinor: null }, false],
  ['the refunds are unknown', { refunds: null }, false],
  ['one of two refunds is pending', { refunds: [{ status: 'succeeded' }, { status: 'pending' }] }, false],
  ['one of two disputes is open', { disputes: [{ status: 'won' }, { status: 'open' }] }, false],
  ['the implied dispute is open', { disputes: null, impliedDispute: { status: 'open' } }, false],
])('costs are complete only where nothing about the payment can follow: %s', (_when, change, complete) => {
  expect(withCompleteness({ ...KNOWN, ...change })).toEqual({ ...KNOWN.costs, complete });
});

test('costs that the gateway calls incomplete stay so', () => {
  const costs = { ...KNOWN.costs, complete: false };
  expect(withCompleteness({ ...KNOWN, costs })).toEqual(costs);
});
