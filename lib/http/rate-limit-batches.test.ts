import { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, test, vi } from 'vitest';
import { CallCounter } from './rate-limit.ts';

function counted() {
  const limiter = new RateLimiterMemory({ points: 3, duration: 10 });
  return { counter: new CallCounter(limiter), commands: vi.spyOn(limiter, 'penalty') };
}

const callsOf = async (counts: ReturnType<CallCounter['count']>[]) =>
  (await Promise.all(counts)).map(({ calls }) => calls);

test('calls that arrive together are counted by one command, and each gets its own number', async () => {
  const { counter, commands } = counted();
  expect(await callsOf([counter.count('a'), counter.count('a'), counter.count('a')])).toEqual([1, 2, 3]);
  expect(commands.mock.calls).toEqual([['a', 3]]);
});

test('calls beyond the limit are counted, and so are later ones', async () => {
  const { counter } = counted();
  await callsOf(Array.from({ length: 4 }, () => counter.count('a')));
  expect(await callsOf([counter.count('a'), counter.count('a')])).toEqual([5, 6]);
});

test('callers are counted separately', async () => {
  const { counter } = counted();
  expect(await callsOf([counter.count('a'), counter.count('b'), counter.count('a')])).toEqual([1, 1, 2]);
});

test('a call that arrives while others are being counted is counted after them', async () => {
  const { counter, commands } = counted();
  const answer = Promise.withResolvers<void>();
  commands.mockImplementationOnce(async function (this: RateLimiterMemory, ...given) {
    await answer.promise;
    return RateLimiterMemory.prototype.penalty.apply(this, given);
  });
  const first = counter.count('a');
  await vi.waitUntil(() => commands.mock.calls.length === 1);
  const second = counter.count('a');
  answer.resolve();
  expect((await callsOf([first, second])).toSorted()).toEqual([1, 2]);
  expect(commands.mock.calls).toEqual([
    ['a', 1],
    ['a', 1],
  ]);
});

test('a failed count is reported to each waiting call, and the next call is counted again', async () => {
  const { counter, commands } = counted();
  commands.mockRejectedValueOnce(new Error('no counter'));
  const both = await Promise.allSettled([counter.count('a'), counter.count('a')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await callsOf([counter.count('a')])).toEqual([1]);
});
