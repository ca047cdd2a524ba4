import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { mintLink, publishedCause } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';
import { claimWithRow, deleteExpiredResponses } from './idempotency.ts';

const { service, partner } = runningService();
let cause: string;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
});

const mint = (idempotencyKey: string, amount = 50) =>
  mintLink(service, partner.key, { cause, amount }, { 'idempotency-key': idempotencyKey });
/** Makes a stored response this old. */
const age = (key: string, ms: number) =>
  db().idempotencyRecord.updateMany({ where: { key }, data: { createdAt: new Date(Date.now() - ms) } });
const DAY_MS = 24 * 60 * 60 * 1000;

describe('after 24 hours the key expires', () => {
  test('and starts a new operation, even with another body', async () => {
    const first = await mint('old');
    await age('old', DAY_MS);
    const second = await mint('old', 51);
    expect([second.status, second.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await mint('old', 51)).body).toEqual(second.body);
  });

  test('and not before', async () => {
    const first = await mint('young');
    await age('young', DAY_MS - 60_000);
    const replay = await mint('young');
    expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });
});

describe('at the very instant', () => {
  const at = new Date('2026-11-27T12:00:00Z');
  const later = (ms: number) => new Date(at.getTime() + ms);
  let count = 0;
  /** A key that was claimed at `at`, and whether it was answered. Returns what a request finds so many milliseconds later. */
  async function claimed(isAnswered: boolean) {
    const request = { scope: 'test', key: `key-${++count}`, method: 'POST', path: '/v1/a', bodyHash: 'hash' };
    expect(await claimWithRow(request, at).take()).toBeNull();
    const response = { status: 200, body: 'stored', headers: {} };
    if (isAnswered) await claimWithRow(request, at).store({ response });
    const found = (ms: number, sent = request) => claimWithRow(sent, later(ms)).take();
    const isKept = async () => (await db().idempotencyRecord.count({ where: { key: request.key } })) === 1;
    return { request, found, isKept };
  }

  test('of 24 hours a response is no longer replayed, and is deleted', async () => {
    const { found, isKept } = await claimed(true);
    expect(await found(DAY_MS - 1)).toMatchObject({ response: 'stored' });
    await deleteExpiredResponses(later(DAY_MS - 1));
    expect(await isKept()).toBe(true);
    await deleteExpiredResponses(later(DAY_MS));
    expect(await isKept()).toBe(false);
    expect(await (await claimed(true)).found(DAY_MS)).toBeNull();
  });

  test('of thirty seconds a claim without a response still stands, and a millisecond later it does not', async () => {
    const { request, found } = await claimed(false);
    expect(await found(30_000)).toMatchObject({ status: 0 });
    // Another request does not take it over: the key is reused.
    expect(await found(30_001, { ...request, bodyHash: 'other' })).toMatchObject({ status: 0, bodyHash: 'hash' });
    expect(await found(30_001)).toBeNull();
    // Whoever took it over holds it.
    expect(await found(30_001)).toMatchObject({ status: 0 });
  });
});
