import { expect, test } from 'vitest';
import { Problem } from '#lib/problems/problem.ts';
import { privateFile } from './private-file.ts';

const FILE = { body: 'a,b', headers: { 'Content-Type': 'text/csv' } };

/** Everything that a private file can be answered with. */
test.each<[string, Parameters<typeof privateFile>[1], number]>([
  ['the file', async () => FILE, 200],
  ['that there is none', async () => null, 404],
  ['a refusal', () => Promise.reject(new Problem('rate_limit_exceeded', 'Wait.', { retryAfterSeconds: 5 })), 429],
])('%s is kept by no cache and found by no search engine', async (_answer, make, status) => {
  const reply = await privateFile(new Request('https://give.example/receipt/rct_1/pdf'), make);
  expect(reply.status).toBe(status);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
});
