import { expect, test } from 'vitest';
import { hasEnded, isFreshAt } from './session.ts';

const NOW = new Date('2026-11-27T12:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const FAR = ago(-86_400_000_000);
const [MINUTE, DAY] = [60_000, 86_400_000];

test.each([
  ['a creator’s session', { expiresAt: NOW, lastSeenAt: NOW }, 'creator'],
  ['a session of staff', { expiresAt: NOW, lastSeenAt: NOW }, 'staff'],
  ['a creator’s session that was idle for three days', { expiresAt: FAR, lastSeenAt: ago(3 * DAY) }, 'creator'],
  ['a session of staff that was idle for half an hour', { expiresAt: FAR, lastSeenAt: ago(30 * MINUTE) }, 'staff'],
] as const)('%s ends at the very instant of its end, whichever comes first', (_which, times, role) => {
  const at = (ms: number) => hasEnded(times, role, new Date(NOW.getTime() + ms));
  expect([at(-1), at(0), at(1)]).toEqual([false, true, true]);
});

test('a sign-in is fresh for a quarter of an hour, and no longer at its end', () => {
  const at = (ms: number) => isFreshAt(ago(15 * MINUTE), new Date(NOW.getTime() + ms));
  expect([at(-1), at(0), at(1), isFreshAt(null, NOW)]).toEqual([true, false, false, false]);
});
