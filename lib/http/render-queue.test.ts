import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ReleaseSlot, RenderQueue } from './render-queue.ts';

/* However many pages somebody asks for, others' pages, and everybody's polls, wait for few of them. */

const here = () => false;
const taken = async (turn: Promise<ReleaseSlot>) => {
  const waits = Symbol('waits');
  return (await Promise.race([turn, Promise.resolve(waits)])) !== waits;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('two pages are rendered at once, and the next once one of them has ended', async () => {
  const turns = new RenderQueue();
  const ends = [await turns.acquire('a', here), await turns.acquire('b', here)];
  const third = turns.acquire('c', here);
  expect(await taken(third)).toBe(false);
  ends[0]?.();
  ends[0]?.();
  expect(await taken(third)).toBe(true);
  expect(await taken(turns.acquire('d', here))).toBe(false);
});

test.each([5, 40, 90])('after %i pages of one network comes the one page of another', async (flood) => {
  const turns = new RenderQueue();
  const rendered: string[] = [];
  const ask = (network: string) =>
    turns.acquire(network, here).then((end) => {
      rendered.push(network);
      queueMicrotask(end);
    });
  const all = Array.from({ length: flood }, () => ask('flood'));
  all.push(ask('donor'), ask('other donor'));
  await Promise.all(all);
  expect(rendered).toHaveLength(flood + 2);
  expect(rendered.indexOf('donor')).toBeLessThanOrEqual(3);
  expect(rendered.indexOf('other donor')).toBeLessThanOrEqual(5);
});

test('when too many pages of a network wait, its next is turned away, and nobody else’s', async () => {
  const turns = new RenderQueue();
  const asked = Array.from({ length: 2 + 100 }, () => turns.acquire('flood', here));
  await expect(turns.acquire('flood', here)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3 });
  const donor = turns.acquire('donor', here);
  (await asked[0])?.();
  (await asked[1])?.();
  expect(await taken(donor)).toBe(true);
});

test('whoever has left meanwhile gets no turn', async () => {
  const turns = new RenderQueue();
  const ends = [await turns.acquire('a', here), await turns.acquire('a', here)];
  let hasLeft = false;
  const left = turns.acquire('b', () => hasLeft);
  const stays = turns.acquire('b', here);
  hasLeft = true;
  ends[0]?.();
  expect(await taken(stays)).toBe(true);
  expect(await taken(left)).toBe(false);
});

test('a page that waits for a gateway does not hold up the others', async () => {
  const turns = new RenderQueue();
  const slow = [await turns.acquire('a', here), await turns.acquire('a', here)];
  const others = [turns.acquire('b', here), turns.acquire('c', here)];
  await vi.advanceTimersByTimeAsync(250);
  expect(await Promise.all(others.map(taken))).toEqual([true, true]);
  // What they end later has ended already.
  for (const end of slow) end();
  expect(await taken(turns.acquire('d', here))).toBe(false);
});
