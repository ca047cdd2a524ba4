import { expect, test } from 'vitest';
import { decideClaim, decideStarted } from './decisions.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const open = { isPaid: false, cancelledAt: null, expiredAt: null, expiresAt: at(1000) };
const row = (state: string, claimedUntil: Date | null = null, rail = 'card') => ({
  rail,
  state,
  claimedUntil,
});
const kindOf = (link: Partial<typeof open>, payments: ReturnType<typeof row>[], isSameBrowser = true) =>
  decideClaim({ ...open, ...link, payments }, 'card', isSameBrowser, NOW).kind;

test('one attempt of a rail is live, and a caller starts it, uses it or waits for it', () => {
  expect(kindOf({}, [])).toBe('create');
  expect(kindOf({}, [row('canceled'), row('pending', null, 'wallet')])).toBe('create');
  expect(kindOf({}, [row('canceled'), row('pending')])).toBe('exists');
  expect(kindOf({}, [row('starting', at(1))])).toBe('wait');
});

test('a start is taken over once its claim has run out or was released', () => {
  expect(kindOf({}, [row('starting', NOW)])).toBe('take_over');
  expect(kindOf({}, [row('starting')])).toBe('take_over');
});

test('nothing is started on a link that has ended, or for a browser that was replaced', () => {
  expect(kindOf({ isPaid: true }, [])).toBe('ended');
  expect(kindOf({ cancelledAt: NOW } as never, [])).toBe('ended');
  expect(kindOf({ expiresAt: at(-1) }, [])).toBe('ended');
  expect(kindOf({}, [row('pending')], false)).toBe('ended');
});

test.each([
  ['wanted', {}, { state: 'starting', gatewayReference: null }, true, 'live'],
  ['stored by another caller with the same object', {}, { state: 'pending', gatewayReference: 'pi_1' }, true, 'live'],
  ['not the first object', {}, { state: 'pending', gatewayReference: 'pi_0' }, true, 'superseded'],
  ['on a link that was paid', { isPaid: true }, { state: 'starting', gatewayReference: null }, true, 'unwanted'],
  ['ended meanwhile', {}, { state: 'canceled', gatewayReference: null }, true, 'unwanted'],
  ['of a cause that stopped', {}, { state: 'starting', gatewayReference: null }, false, 'unwanted'],
])(
  'an attempt that its gateway started is stored as live only while it is wanted: %s',
  (_name, link, stored, collects, expected) => {
    expect(decideStarted({ ...open, ...link }, stored, 'pi_1', collects, NOW)).toBe(expected);
  },
);
