import { expect, test } from 'vitest';
import { type LockedLink, nextAttempt } from './lock-link.ts';

const link = (...attempts: [rail: string, attempt: number][]) =>
  ({ payments: attempts.map(([rail, attempt]) => ({ rail, attempt })) }) as unknown as LockedLink;

test('each attempt of a rail has the number after the highest of that rail, in whatever order they are read', () => {
  expect(nextAttempt(link(), 'card')).toBe(1);
  expect(nextAttempt(link(['card', 1]), 'card')).toBe(2);
  expect(nextAttempt(link(['card', 1], ['card', 2]), 'card')).toBe(3);
  expect(nextAttempt(link(['card', 3], ['card', 1], ['card', 2]), 'card')).toBe(4);
  expect(nextAttempt(link(['wallet', 5], ['card', 1]), 'card')).toBe(2);
  expect(nextAttempt(link(['wallet', 5]), 'card')).toBe(1);
});
