import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { Problem, unavailable } from '#lib/problems/problem.ts';
import { connectAsOwner } from '#scripts/testing/as-owner.ts';
import { causeBody, createPartner, mintLink, publishedCause } from '#scripts/testing/factories.ts';
import { until } from '#scripts/testing/money.ts';
import { expectProblem } from '#scripts/testing/problems.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import type { Reply } from '#scripts/testing/service.ts';
import { createOnce } from './create-once.ts';

const { service, partner } = runningService();
let cause: string;
let sql: pg.Client;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
  sql = await connectAsOwner();
});
afterEach(async () => {
  await sql.query('DROP TRIGGER IF EXISTS broken ON checkout_links');
});
afterAll(async () => {
  await sql.end();
});

const mint = (idempotencyKey: string, key = partner.key) =>
  mintLink(service, key, { cause }, { 'idempotency-key': idempotencyKey });
const atOnce = <T>(times: number, work: () => Promise<T>) => Promise.all(Array.from({ length: times }, work));

/** Makes the database refuse every new link with this SQLSTATE, in the middle of the transaction. */
async function breakMinting(sqlState: string): Promise<void> {
  await sql.query(
    `CREATE OR REPLACE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'cause_live_secret is down' USING ERRCODE = '${sqlState}'; END $$`,
  );
  await sql.query(
    'CREATE TRIGGER broken AFTER INSERT ON checkout_links FOR EACH ROW EXECUTE FUNCTION broken()',
  );
}

/** Expects one creation; every other answer is the same one replayed, or `idempotency_key_in_progress`. */
function expectOneCreation(replies: Reply[], member: string): void {
  const created = replies.filter((r) => r.status === 201);
  expect(created.filter((r) => !r.headers.has('idempotent-replayed'))).toHaveLength(1);
  expect(new Set(created.map((r) => r.body[member])).size).toBe(1);
  for (const reply of replies.filter((r) => r.status !== 201)) {
    expectProblem(reply, 409, 'idempotency_key_in_progress');
    expect(reply.headers.get('retry-after')).toBe('1');
  }
}

test('forty mints at the same moment with one key make one link', async () => {
  const before = await db().checkoutLink.count();
  expectOneCreation(await atOnce(40, () => mint('forty')), 'id');
  expect(await db().checkoutLink.count()).toBe(before + 1);
  expect((await mint('forty')).headers.get('idempotent-replayed')).toBe('true');
});

test('forty causes created at the same moment with one key are one, with one owner and one mail', async () => {
  const body = causeBody({ owner: { email: 'forty@example.org', name: 'F' } });
  const options = { key: partner.key, body, headers: { 'idempotency-key': 'forty causes' } };
  expectOneCreation(await atOnce(40, () => service.call('/v1/causes', options)), 'key');
  expect(await db().email.count({ where: { recipient: 'forty@example.org' } })).toBe(1);
  expect(await db().account.count({ where: { email: 'forty@example.org' } })).toBe(1);
});

/**
 * Starts a mint, and waits until it holds its key and has written its link, and waits itself: for the cause that we hold
 * until `COMMIT`, which a link must see there.
 */
async function startHeld(idempotencyKey: string): Promise<{ reply: Promise<Reply>; backend: number }> {
  await sql.query('BEGIN');
  await sql.query('SELECT 1 FROM causes WHERE key = $1 FOR UPDATE', [cause]);
  const reply = mint(idempotencyKey);
  const waiting =
    'SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
  const backend = await until('the mint waits for the cause', async () => {
    const { rows } = await sql.query<{ pid: number }>(waiting);
    return rows[0]?.pid;
  });
  return { reply, backend };
}

test('while the first request is under way, the next is told to retry with the same key', async () => {
  const first = await startHeld('held');
  expectProblem(await mint('held'), 409, 'idempotency_key_in_progress');
  await sql.query('COMMIT');
  const { status, body } = await first.reply;
  expect(status).toBe(201);
  const replay = await mint('held');
  expect([replay.status, replay.body.id]).toEqual([201, body.id]);
});

test('a connection that breaks in the middle is 503, leaves nothing behind, and the key free', async () => {
  const before = await db().checkoutLink.count();
  const first = await startHeld('cut');
  await sql.query('SELECT pg_terminate_backend($1)', [first.backend]);
  const reply = await first.reply;
  await sql.query('COMMIT');
  expectProblem(reply, 503, 'internal_error');
  expect(await db().checkoutLink.count()).toBe(before);
  expect((await mint('cut')).status).toBe(201);
});

test('a fault in the middle is 500, leaves nothing behind, gives nothing away, and the key free', async () => {
  const before = await db().checkoutLink.count();
  await breakMinting('XX000');
  const reply = await mint('broken');
  expectProblem(reply, 500, 'internal_error');
  expect(reply.text).not.toMatch(/secret|XX000|trigger|prisma|sql/i);
  await sql.query('DROP TRIGGER broken ON checkout_links');
  expect(await db().checkoutLink.count()).toBe(before);
  expect(await db().idempotencyRecord.count({ where: { key: 'broken' } })).toBe(0);
  expect((await mint('broken')).status).toBe(201);
});

test('a database that goes away is 503 with Retry-After, and the key is free', async () => {
  await breakMinting('57P01');
  const reply = await mint('away');
  expectProblem(reply, 503, 'internal_error');
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  await sql.query('DROP TRIGGER broken ON checkout_links');
  expect((await mint('away')).status).toBe(201);
});

test('keys of different clients and different keys of one client do not wait for each other', async () => {
  const other = await createPartner();
  const replies = await Promise.all([
    ...Array.from({ length: 10 }, (_, i) => mint(`own-${i}`)),
    ...Array.from({ length: 10 }, (_, i) => mint(`own-${i}`, other.key)),
  ]);
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(20);
});

describe('an operation that fails after it wrote something', () => {
  const operation = (key: string) => ({
    scope: partner.clientId,
    key,
    method: 'POST',
    path: '/v1/x',
    bodyHash: 'h',
  });
  const failing = (key: string, problem: Problem) =>
    createOnce(operation(key), new Date(), '/v1/x', async (tx) => {
      await tx.client.create({ data: { id: `clt_${key}`, name: 'Left behind' } });
      throw problem;
    });
  const leftBehind = (key: string) => db().client.count({ where: { id: `clt_${key}` } });
  const recorded = (key: string) => db().idempotencyRecord.count({ where: { key } });

  test('with a problem of the caller’s leaves nothing of it but the recorded answer', async () => {
    const { status } = await failing('refused', new Problem('owner_not_found', 'Nobody.'));
    expect([status, await leftBehind('refused'), await recorded('refused')]).toEqual([422, 0, 1]);
  });

  test('with a fault of ours leaves nothing at all', async () => {
    await expect(failing('faulty', unavailable('A gateway', new Error('x')))).rejects.toThrow();
    expect([await leftBehind('faulty'), await recorded('faulty')]).toEqual([0, 0]);
  });
});
