import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { singleFlight } from './single-flight.ts';

/* What strangers ask for costs the gateway's quota little, and nobody gets an answer older than their question. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let keys = 0;
/** Something to read, whose reads end when they are told to. */
function thing() {
  const key = `thing-${++keys}`;
  const open: ((answer: number) => void)[] = [];
  let begun = 0;
  const read = () => {
    begun += 1;
    return new Promise<number>((resolve) => open.push(resolve));
  };
  return {
    ask: () => singleFlight(key, read),
    begun: () => begun,
    /** Lets the running read end with an answer. */
    answer: async (value: number) => {
      open.shift()?.(value);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('all who ask before a read begins share its answer', async () => {
  const { ask, begun, answer } = thing();
  const asked = [ask(), ask(), ask()];
  await vi.advanceTimersByTimeAsync(0);
  await answer(1);
  expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  expect(begun()).toBe(1);
});

test('who asks while a read runs gets the answer of the next one, which begins when it has ended', async () => {
  const { ask, begun, answer } = thing();
  const first = ask();
  await vi.advanceTimersByTimeAsync(0);
  const later = [ask(), ask()];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(begun()).toBe(1);
  await answer(1);
  expect(begun()).toBe(2);
  await answer(2);
  expect([await first, ...(await Promise.all(later))]).toEqual([1, 2, 2]);
});

test('past ten reads in a window they begin a second apart', async () => {
  const { ask, begun, answer } = thing();
  const flood = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 50) {
      void ask();
      await vi.advanceTimersByTimeAsync(50);
      await answer(passed);
    }
  };
  await flood(500);
  expect(begun()).toBe(10);
  await flood(30_000);
  expect(begun()).toBeGreaterThanOrEqual(35);
  expect(begun()).toBeLessThanOrEqual(41);
});

test('a read that fails fails for those who asked for it, and not for the next', async () => {
  let fails = true;
  const read = async () => {
    if (fails) throw new Error('unreachable');
    return 'an answer';
  };
  const [one, two] = await Promise.allSettled([singleFlight('failing', read), singleFlight('failing', read)]);
  expect([one?.status, two?.status]).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await singleFlight('failing', read)).toBe('an answer');
});
