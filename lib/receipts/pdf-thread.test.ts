import { threadId } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { drawInThread } from './pdf-thread.ts';

/* Documents cost a tenth of a second each: nobody's poll waits for them, and nobody has the same one drawn twice. */

const draw = (content: object) => drawInThread('testing/drawing.ts', 'drawThread', content);

test('a document is drawn in a thread of its own', async () => {
  const [thread] = await draw({ for: 'thread' });
  expect(thread).not.toBe(threadId);
});

test('one with the same content is drawn once, also if several ask at the same time', async () => {
  const same = await Promise.all(Array.from({ length: 5 }, () => draw({ for: 'same' })));
  expect(new Set(same.map(([, drawn]) => drawn)).size).toBe(1);
  expect((await draw({ for: 'same' }))[1]).toBe(same[0]?.[1]);
  expect((await draw({ for: 'another' }))[1]).not.toBe(same[0]?.[1]);
});

test('the oldest are forgotten when there is no more room', async () => {
  const content = (n: number) => ({ for: 'room', n, length: 4_000_000 });
  const [, first] = await draw(content(1));
  for (let n = 2; n <= 4; n++) await draw(content(n));
  expect((await draw(content(1)))[1]).toBe(first);
  await draw(content(5));
  expect((await draw(content(1)))[1]).not.toBe(first);
});

test('while too many wait, others are asked to try again, and nobody loses their document', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => draw({ for: 'flood', n })));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(8);
  expect(refused.length).toBeLessThanOrEqual(10);
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ status: 503, retryAfterSeconds: 5 });
});

test('what cannot be drawn fails, and is tried again when it is asked for again', async () => {
  const fails = () => drawInThread('testing/drawing.ts', 'drawNothing', {});
  await expect(fails()).rejects.toThrow('no such glyph');
  await expect(fails()).rejects.toThrow('no such glyph');
});
