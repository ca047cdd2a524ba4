import { expect, test } from 'vitest';
import { type PaymentState, REFUND_OUTDATED } from '#lib/payments/states.ts';
import type { RemoteDispute } from '#lib/rails/port/reversals.ts';
import {
  chargebackAmounts,
  chargebackSteps,
  decidePendingRefund,
  disputesAfter,
  dueRefund,
  refundChange,
  refundToReopen,
  resolvedBy,
  returnsWrittenOffFunds,
  stateAfterReturn,
  stateAfterReversals,
} from './reversals.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const none = { refundedMinor: 0n, sentByHandMinor: 0n, disputedMinor: 0n, chargedBackMinor: 0n };

test.each([
  ['approved', { ...none, refundedMinor: 100n }, [], 'approved'],
  ['refund_due', none, [], 'refund_due'],
  ['refund_due', { ...none, refundedMinor: 40n }, [], 'refund_due'],
  ['refund_due', { ...none, refundedMinor: 100n }, [], 'refunded'],
  ['refund_due', { ...none, refundedMinor: 100n }, [{ status: 'pending' as const }], 'refund_due'],
  ['refund_due', { ...none, refundedMinor: 100n }, [{ status: 'succeeded' as const }], 'refunded'],
  ['refund_due', { ...none, refundedMinor: 100n }, [{ status: 'failed' as const }], 'refunded'],
  ['refund_due', { ...none, disputedMinor: 100n }, [], 'refund_due'],
  ['refund_due', { ...none, chargedBackMinor: 100n }, [], 'charged_back'],
  ['refunded', none, [], 'refund_due'],
  ['refund_due', { ...none, refundedMinor: 100n, sentByHandMinor: 60n }, [], 'refunded'],
  ['refund_due', { ...none, refundedMinor: 60n, sentByHandMinor: 60n }, [], 'refund_due'],
  ['refund_due', { ...none, refundedMinor: 60n, sentByHandMinor: 60n, chargedBackMinor: 40n }, [], 'charged_back'],
  // Whatever somebody refunds at the gateway afterwards, the donor has all of it.
  ['refunded', { ...none, refundedMinor: 100n, sentByHandMinor: 100n }, [{ status: 'pending' as const }], 'refunded'],
  ['approved', { ...none, refundedMinor: 100n, sentByHandMinor: 100n }, [], 'approved'],
  ['unclaimed', none, [], 'unclaimed'],
  ['unclaimed', { ...none, disputedMinor: 100n }, [], 'unclaimed'],
  ['unclaimed', { ...none, refundedMinor: 100n, sentByHandMinor: 100n }, [], 'refunded'],
  ['unclaimed', { ...none, chargedBackMinor: 100n }, [], 'charged_back'],
])('a payment that was %s, of which that went back, is %#', (before, after, refunds, expected) => {
  expect(stateAfterReversals(before, 100n, after, refunds)).toBe(expected);
});

test.each([
  ['refunded', true, 'unclaimed'],
  ['charged_back', true, 'unclaimed'],
  ['unclaimed', true, 'unclaimed'],
  ['refund_due', true, 'refund_due'],
  ['approved', true, 'approved'],
  ['refunded', false, 'refunded'],
  ['charged_back', false, 'charged_back'],
] as const)('what comes back of a payment that was %s and written off (%s) is owed as %s', (state, is, owed) => {
  expect(stateAfterReturn(state, is)).toBe(owed);
});

test.each([
  ['refunded', 100n, 'unclaimed', 0n, true],
  ['charged_back', 30n, 'unclaimed', 0n, true],
  ['unclaimed', 40n, 'unclaimed', 0n, true],
  // What a bank took comes back, and nothing was refunded.
  ['charged_back', 0n, 'unclaimed', 0n, true],
  ['unclaimed', 0n, 'unclaimed', 40n, false],
  ['unclaimed', 0n, 'unclaimed', 0n, false],
  ['unclaimed', 0n, 'refunded', 100n, false],
  ['refunded', 100n, 'refund_due', 0n, false],
  ['approved', 100n, 'approved', 0n, false],
])('from %s with %d refunded to %s with %d, written-off funds come back: %s', (was, had, is, has, expected) => {
  const [before, after] = [
    { state: was, refundedMinor: had },
    { state: is, refundedMinor: has },
  ];
  expect(returnsWrittenOffFunds(before, after)).toBe(expected);
});

test('staff are asked about the latest refund that failed, unless one waits already', () => {
  const row = { id: '1', state: 'failed', lastError: 'x', resolvedAt: NOW as Date | null };
  const later = { ...row, id: '2' };
  expect(refundToReopen([row, later])?.id).toBe('2');
  expect(refundToReopen([row, { ...later, lastError: REFUND_OUTDATED }])?.id).toBe('1');
  expect(refundToReopen([row, { ...later, state: 'succeeded' }])?.id).toBe('1');
  expect(refundToReopen([{ ...row, resolvedAt: null }, later])).toBeUndefined();
  const pointless = { ...row, resolvedAt: null, lastError: REFUND_OUTDATED };
  expect(refundToReopen([pointless, later])?.id).toBe('2');
  expect(refundToReopen([])).toBeUndefined();
});

const disputed = (id: string, status: RemoteDispute['status'], amountMinor: bigint): RemoteDispute => ({
  id,
  kind: 'chargeback',
  status,
  amountMinor,
  currency: 'COP',
  respondBy: null,
  openedAt: NOW,
});
const [open, lost, won] = [disputed('cb', 'open', 20n), disputed('cb', 'lost', 20n), disputed('cb', 'won', 20n)];
const implied = (status: RemoteDispute['status']) => disputed('payment:1', status, 100n);
const complaint: RemoteDispute = { ...disputed('mediation:1', 'open', 100n), kind: 'inquiry' };
const inquiry = (status: RemoteDispute['status']): RemoteDispute => ({ ...complaint, status });
const all = (status: RemoteDispute['status']) => disputed('cb', status, 100n);

test.each<[string, RemoteDispute[], RemoteDispute | undefined, RemoteDispute[] | null]>([
  ['nothing is implied', [open], undefined, null],
  ['a known one is open', [open], implied('open'), null],
  ['a known one is open, and the last one lost', [open], implied('lost'), null],
  ['a known one is open, and the last one won', [open], implied('won'), null],
  ['a known one was lost', [lost], implied('lost'), null],
  ['none is known', [], implied('open'), [implied('open')]],
  ['none is known, and it was lost', [], implied('lost'), [implied('lost')]],
  ['none is known, and it was won', [], implied('won'), null],
  ['another is open after a lost one', [lost], implied('open'), [lost, disputed('payment:1', 'open', 80n)]],
  ['another is open after a won one', [won], implied('open'), [won, implied('open')]],
  ['the implied one is lost', [implied('open')], implied('lost'), [implied('lost')]],
  ['the implied one is won', [won, implied('open')], implied('won'), [won, implied('won')]],
  ['a payer complains', [open], complaint, [open, complaint]],
  ['a payer complains about what a bank has taken', [all('lost')], complaint, [all('lost'), complaint]],
  ['a payer complained before, and it is charged back', [complaint], implied('open'), [complaint, implied('open')]],
  ['an inquiry ended as lost', [inquiry('lost')], implied('open'), [inquiry('lost'), implied('open')]],
  ['nothing is left of it', [all('lost')], implied('open'), null],
  ['more than all of it was lost', [disputed('cb', 'lost', 120n)], implied('open'), null],
])('without a list, when %s, what is known stays', (_name, known, impliedDispute, expected) => {
  const said = { disputes: null, ...(impliedDispute ? { impliedDispute } : {}) };
  expect(disputesAfter(known, said, 100n)).toEqual(expected);
});

test('a listed chargeback takes the place of the one that was implied before', () => {
  const said = { disputes: [lost, disputed('cb_2', 'open', 30n)], impliedDispute: implied('open') };
  expect(disputesAfter([lost, implied('open')], said, 100n)).toEqual([
    lost,
    { ...disputed('cb_2', 'open', 30n), formerId: 'payment:1' },
  ]);
  expect(disputesAfter([lost], said, 100n)).toEqual(said.disputes);
});

test('of several that are new, the latest of its kind is the one that was implied', () => {
  const at = (id: string, day: string, more: Partial<RemoteDispute> = {}): RemoteDispute => ({
    ...disputed(id, 'open', 30n),
    openedAt: new Date(`2026-11-${day}T12:00:00Z`),
    ...more,
  });
  const [first, last, complained] = [at('cb_1', '01'), at('cb_2', '09'), at('in_1', '20', { kind: 'inquiry' })];
  const known = at('cb_0', '25');
  for (const disputes of [
    [first, last, complained, known],
    [known, complained, last, first],
  ])
    expect(
      disputesAfter([known, implied('open')], { disputes, impliedDispute: implied('open') }, 100n)?.map(
        ({ id, formerId }) => [id, formerId],
      ),
    ).toEqual(disputes.map(({ id }) => [id, id === 'cb_2' ? 'payment:1' : undefined]));
  // The list has it under the id that it was recorded with.
  const listed = [first, implied('open')];
  const said = { disputes: listed, impliedDispute: implied('open') };
  expect(disputesAfter([implied('open')], said, 100n)).toEqual(listed);
});

test('an inquiry holds nothing back, and a chargeback in another currency the whole payment', () => {
  const one = { kind: 'chargeback' as const, status: 'open' as const, amountMinor: 30n, currency: 'USD' };
  const payment = { amountMinor: 100n, currency: 'USD' };
  const disputes = [one, { ...one, kind: 'inquiry' as const }, { ...one, status: 'lost' as const, currency: 'COP' }];
  expect(chargebackAmounts(disputes, payment)).toEqual({ disputedMinor: 30n, chargedBackMinor: 100n });
});

test.each<[string, RemoteDispute[], RemoteDispute[], [bigint, bigint][]]>([
  ['nothing is new', [open], [open], []],
  ['one is lost', [open], [lost], []],
  [
    'two are new',
    [],
    [open, disputed('cb_2', 'lost', 30n)],
    [
      [20n, 0n],
      [20n, 30n],
    ],
  ],
  [
    'one is won and a larger one is new',
    [open],
    [disputed('cb_2', 'open', 70n), won],
    [
      [0n, 0n],
      [70n, 0n],
    ],
  ],
  [
    'two are over',
    [open, disputed('cb_2', 'lost', 30n)],
    [],
    [
      [20n, 0n],
      [0n, 0n],
    ],
  ],
  [
    'one that was implied is listed beside another',
    [implied('open')],
    [{ ...open, formerId: 'payment:1' } as RemoteDispute, disputed('cb_2', 'open', 30n)],
    [
      [20n, 0n],
      [50n, 0n],
    ],
  ],
  ['an inquiry becomes a chargeback', [inquiry('open')], [{ ...inquiry('open'), kind: 'chargeback' }], [[100n, 0n]]],
])('of several chargebacks each is a step of its own: %s', (_which, known, reported, expected) => {
  const steps = chargebackSteps(known, reported, { amountMinor: 100n, currency: 'COP' });
  expect(steps.map(({ disputedMinor, chargedBackMinor }) => [disputedMinor, chargedBackMinor])).toEqual(expected);
});

test.each([
  ['pending', 'succeeded', { state: 'succeeded', settledAt: NOW, lastError: null }],
  ['pending', 'failed', { state: 'failed', settledAt: NOW, lastError: 'refund_failed' }],
  ['pending', 'pending', undefined],
  ['succeeded', 'succeeded', undefined],
  ['succeeded', 'failed', { state: 'failed', settledAt: NOW, lastError: 'returned_by_bank', returnedAt: NOW }],
  ['succeeded', 'pending', undefined],
  ['failed', 'succeeded', undefined],
  ['failed', 'failed', undefined],
  ['failed', 'pending', undefined],
] as const)('a refund that is %s here and %s at the gateway', (state, status, change) => {
  expect(refundChange({ state }, { status }, NOW)).toEqual(change);
});

const due = {
  ...none,
  refundsPendingMinor: 0n,
  state: 'refund_due',
  amountMinor: 100n,
  gatewayPaymentId: 'pi_1',
};
const failed = {
  id: 'ref_1',
  state: 'failed',
  gatewayRefundId: 're_1' as string | null,
  lastError: 'x',
  resolvedAt: null as Date | null,
  manualRefunds: [] as { returnedAt: Date | null }[],
};

test('unmatched funds are refunded by one refund at a time, of all that is left, until staff are asked', () => {
  expect(dueRefund(due, [])).toEqual({ kind: 'new', amountMinor: 100n, failed: 0 });
  expect(dueRefund({ ...due, refundedMinor: 40n }, [failed])).toEqual({
    kind: 'new',
    amountMinor: 60n,
    failed: 1,
  });
  const pending = { ...failed, id: 'ref_2', state: 'pending' };
  expect(dueRefund(due, [failed, pending])).toEqual({ kind: 'pending', refund: pending });
  expect(dueRefund(due, [failed, failed, failed])).toEqual({ kind: 'none' });
  const seenTo = { ...failed, resolvedAt: NOW };
  expect(dueRefund(due, [seenTo])).toMatchObject({ kind: 'new' });
  const sent = { ...due, refundedMinor: 100n, sentByHandMinor: 100n };
  expect(dueRefund(sent, [seenTo])).toEqual({ kind: 'none' });
  expect(dueRefund({ ...due, state: 'unclaimed' }, [])).toEqual({ kind: 'none' });
  // What a bank has returned waits for staff, until they have the refund tried again.
  const openAgain = { ...failed, manualRefunds: [{ returnedAt: NOW }] };
  expect(dueRefund(due, [openAgain])).toEqual({ kind: 'none' });
  expect(dueRefund(due, [failed, openAgain])).toEqual({ kind: 'none' });
  expect(dueRefund(due, [{ ...openAgain, resolvedAt: NOW }])).toMatchObject({ kind: 'new', failed: 0 });
  expect(dueRefund(due, [{ ...failed, manualRefunds: [{ returnedAt: null }] }])).toMatchObject({
    kind: 'new',
  });
  // The gateway made none: it refused for good. What had become pointless is no refusal, and staff can have it tried again.
  const refused = { ...failed, gatewayRefundId: null };
  expect(dueRefund(due, [refused])).toEqual({ kind: 'none' });
  expect(dueRefund(due, [{ ...refused, lastError: REFUND_OUTDATED }])).toMatchObject({ kind: 'new' });
  expect(dueRefund(due, [{ ...refused, resolvedAt: NOW }])).toMatchObject({ kind: 'new' });
  expect(dueRefund({ ...due, disputedMinor: 1n }, [])).toEqual({ kind: 'none' });
  expect(dueRefund({ ...due, state: 'approved' }, [])).toEqual({ kind: 'none' });
  // What somebody has asked for at the gateway itself is not asked for again.
  expect(dueRefund({ ...due, refundsPendingMinor: 30n }, [])).toMatchObject({ amountMinor: 70n });
  expect(dueRefund({ ...due, refundsPendingMinor: 100n }, [])).toEqual({ kind: 'none' });
});

test('a refund waits while a bank holds the money, and is not made once a bank has taken it', () => {
  expect(decidePendingRefund({ state: 'refund_due', disputedMinor: 0n })).toBe('perform');
  expect(decidePendingRefund({ state: 'refunded', disputedMinor: 0n })).toBe('perform');
  expect(decidePendingRefund({ state: 'refund_due', disputedMinor: 1n })).toBe('wait');
  expect(decidePendingRefund({ state: 'charged_back', disputedMinor: 0n })).toBe('outdated');
});

type Reported = Pick<RemoteDispute, 'kind' | 'status' | 'amountMinor' | 'currency'>;
const one = (status: RemoteDispute['status'], amountMinor: bigint, more: Partial<Reported> = {}): Reported => ({
  kind: 'chargeback',
  status,
  amountMinor,
  currency: 'USD',
  ...more,
});

test.each<[string, Reported[], bigint, bigint]>([
  ['none', [], 0n, 0n],
  ['an open one', [one('open', 30n)], 30n, 0n],
  ['two open ones', [one('open', 30n), one('open', 20n)], 50n, 0n],
  ['two lost ones', [one('lost', 30n), one('lost', 20n)], 0n, 50n],
  ['an open one after a lost one', [one('lost', 30n), one('open', 20n)], 20n, 30n],
  ['a second one after a won one', [one('won', 30n), one('open', 20n)], 20n, 0n],
  ['one that ended without effect, and a lost one', [one('closed', 30n), one('lost', 20n)], 0n, 20n],
  ['an inquiry beside a chargeback', [one('open', 30n, { kind: 'inquiry' }), one('open', 20n)], 20n, 0n],
  [
    'one in another currency, which counts as all, beside another',
    [one('open', 3n, { currency: 'EUR' }), one('open', 20n)],
    120n,
    0n,
  ],
])('of chargebacks every one counts: %s', (_which, disputes, disputedMinor, chargedBackMinor) => {
  const amounts = chargebackAmounts(disputes, { amountMinor: 100n, currency: 'USD' });
  expect(amounts).toEqual({ disputedMinor, chargedBackMinor });
});

test('a refund of a donation resolves what its amount covers, one of unmatched funds all', () => {
  const failed = [12n, 7n, 5n].map((amountMinor) => ({ amountMinor }));
  const resolved = (state: PaymentState, leftMinor: bigint, amountMinor: bigint) =>
    resolvedBy({ state, leftMinor }, { amountMinor }, failed).map((one) => one.amountMinor);
  expect(resolved('approved', 30n, 4n)).toEqual([]);
  expect(resolved('approved', 30n, 12n)).toEqual([12n]);
  expect(resolved('approved', 30n, 18n)).toEqual([12n, 5n]);
  expect(resolved('approved', 0n, 4n)).toEqual([12n, 7n, 5n]);
  expect(resolved('refund_due', 30n, 4n)).toEqual([12n, 7n, 5n]);
});
