import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { mintLink, publishedCause } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';

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
