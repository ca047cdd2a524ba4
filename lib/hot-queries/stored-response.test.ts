import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { rowOf } from '#lib/row-insert.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { storeResponse } from './stored-response.ts';

ownDatabase();

/** Connections on which nothing was refused. */
let others: pg.Pool;
beforeAll(() => {
  others = new pg.Pool({ connectionString: env().databaseUrl, max: 20 });
  // Their ends are not waited for, and the database is dropped.
  others.on('error', () => {});
});
afterAll(() => others.end());

const NOW = new Date('2026-11-27T12:00:00Z');
const YESTERDAY = new Date('2026-11-26T12:00:00Z');
const REQUEST = { scope: 'clt_one', method: 'POST', path: '/v1/causes', bodyHash: '' };
const ANSWER = { status: 201, response: '{}', createdAt: NOW };

/** Stores a response with a row that is there already, until the database has refused it. */
async function refusedStore(lock: bigint): Promise<void> {
  const taken = { ...rowOf('clients', [['id', 'text', 'clt_service']]), name: 'taken-client' };
  const stored = storeResponse(lock, { ...REQUEST, key: String(lock), ...ANSWER }, YESTERDAY, taken);
  await expect(stored).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
}

async function isFree(lock: bigint): Promise<boolean> {
  const { rows } = await others.query('SELECT pg_try_advisory_xact_lock($1::bigint) AS free', [lock]);
  return rows[0].free;
}

test('a key whose rows were refused is free at once: the same request, tried again, does not meet itself', async () => {
  for (let round = 0; round < 30; round++) {
    const locks = Array.from({ length: 20 }, (_, index) => BigInt(round * 20 + index));
    const free = await Promise.all(locks.map((lock) => refusedStore(lock).then(() => isFree(lock))));
    expect(free).toEqual(locks.map(() => true));
  }
});
