// @module-tag full

import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

test('time only moves forward from real time, and the offset is reported', () => {
  const offsets: number[] = [];
  const clock = createClock(1000, (offset) => offsets.push(offset));
  expect(clock.now() - Date.now()).toBeGreaterThanOrEqual(999);
  clock.advance(500);
  expect(clock.offsetMs()).toBe(1500);
  expect(offsets).toEqual([1500]);
  clock.close();
});

test('moving the clock runs everything that is due, oldest first, also tasks that were scheduled meanwhile', () => {
  const clock = createClock();
  const ran: string[] = [];
  const now = clock.now();
  clock.at(now + 3000, () => ran.push('third'));
  clock.at(now + 1000, () => {
    ran.push('first');
    clock.at(now + 2000, () => ran.push('second'));
  });
  const cancel = clock.at(now + 1500, () => ran.push('cancelled'));
  cancel();
  clock.at(now + 90_000, () => ran.push('too late'));
  clock.advance(10_000);
  expect(ran).toEqual(['first', 'second', 'third']);
  clock.close();
});

test('a task runs by itself when its time comes', async () => {
  const clock = createClock();
  await new Promise<void>((resolve) => {
    clock.at(clock.now() + 5, resolve);
    // The clock's own timer does not keep a process alive, so this test has to.
    setTimeout(() => {}, 100);
  });
  clock.close();
});
