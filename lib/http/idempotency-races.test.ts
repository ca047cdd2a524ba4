import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { connectAsOwner } from '#testing/as-owner.ts';
import { causeBody, createPartner, mintLink, publishedCause } from '#testing/factories.ts';
import { until } from '#testing/money.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';

const { service, partner } = runningService();
let cause: string;
let sql: pg.Client;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
  sql = await connectAsOwner();
});
afterEach(async () => {
  for (const table of ['checkout_links', 'emails']) await sql.query(`DROP TRIGGER IF EXISTS broken ON ${table}`);
});
afterAll(async () => {
  await sql.end();
});

const mint = (idempotencyKey: string, key = partner.key) =>
  mintLink(service, key, { cause }, { 'idempotency-key': idempotencyKey });
const atOnce = <T>(times: number, work: () => Promise<T>) => Promise.all(Array.from({ length: times }, work));

/** Makes the database refuse every new row of a table with this SQLSTATE, within the transaction. */
async function breakInserts(table: 'checkout_links' | 'emails', sqlState: string): Promise<void> {
  await sql.query(
    `CREATE OR REPLACE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'cause_live_secret is down' USING ERRCODE = '${sqlState}'; END $$`,
  );
  await sql.query(`CREATE TRIGGER broken AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION broken()`);
}

/** Expects one creation; all other responses are replays of it, or `idempotency_key_in_progress`. */
function expectOneCreation(replies: Reply[], member: string): void {
  const created = replies.filter((r) => r.status === 201);
  expect(created.filter((r) => !r.headers.has('idempotent-replayed'))).toHaveLength(1);
  expect(new Set(created.map((r) => r.body[member])).size).toBe(1);
  for (const reply of replies.filter((r) => r.status !== 201)) {
    expectProblem(reply, 409, 'idempotency_key_in_progress');
    expect(reply.headers.get('retry-after')).toBe('1');
  }
}

test('many concurrent mints with one key make one link', async () => {
  const before = await db().checkoutLink.count();
  expectOneCreation(await atOnce(25, () => mint('forty')), 'id');
  expect(await db().checkoutLink.count()).toBe(before + 1);
  expect((await mint('forty')).headers.get('idempotent-replayed')).toBe('true');
});

test('many concurrent creations with one key make one cause, with one owner and one mail', async () => {
  const body = causeBody({ owner: { email: 'forty@example.org', name: 'F' } });
  const options = { key: partner.key, body, headers: { 'idempotency-key': 'forty causes' } };
  expectOneCreation(await atOnce(25, () => service.call('/v1/causes', options)), 'key');
  expect(await db().email.count({ where: { recipient: 'forty@example.org' } })).toBe(1);
  expect(await db().account.count({ where: { email: 'forty@example.org' } })).toBe(1);
});

test('twenty concurrent creations with keys of their own find one new owner, who is welcomed once', async () => {
  const body = causeBody({ owner: { email: 'twenty@example.org', name: 'T' } });
  const create = (key: string) =>
    service.call('/v1/causes', { key: partner.key, body, headers: { 'idempotency-key': key } });
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`twenty-${index}`)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  expect(await db().account.count({ where: { email: 'twenty@example.org' } })).toBe(1);
  const mails = await db().email.findMany({ where: { recipient: 'twenty@example.org' } });
  expect(mails.filter(({ template }) => template === 'owner_provisioned')).toHaveLength(1);
  expect(mails.filter(({ template }) => template === 'cause_created')).toHaveLength(19);
});

test.each([{}, { 'idempotency-key': 'no mail' }])(
  'a cause whose mail cannot be stored is not created, nor its owner, with the headers %j',
  async (headers) => {
    const create = () =>
      service.call('/v1/causes', {
        key: partner.key,
        headers,
        body: causeBody({ owner: { email: 'unmailed@example.org', name: 'U' } }),
      });
    const count = async () => [
      await db().cause.count(),
      await db().causeAddress.count(),
      await db().account.count(),
      await db().idempotencyRecord.count(),
    ];
    const before = await count();
    await breakInserts('emails', 'XX000');
    expectProblem(await create(), 500, 'internal_error');
    expect(await count()).toEqual(before);
  },
);

/**
 * Starts a mint, and waits until it holds its key, has written its link, and itself waits for the cause that we lock until
 * `COMMIT`.
 */
async function startHeld(idempotencyKey: string): Promise<{ reply: Promise<Reply>; backend: number }> {
  await sql.query('BEGIN');
  await sql.query('SELECT 1 FROM causes WHERE key = $1 FOR UPDATE', [cause]);
  const reply = mint(idempotencyKey);
  const waiting = 'SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
  const backend = await until('the mint waits for the cause', async () => {
    const { rows } = await sql.query<{ pid: number }>(waiting);
    return rows[0]?.pid;
  });
  return { reply, backend };
}

test('while the first request is in progress, the next one has to retry with the same key', async () => {
  const first = await startHeld('held');
  expectProblem(await mint('held'), 409, 'idempotency_key_in_progress');
  await sql.query('COMMIT');
  const { status, body } = await first.reply;
  expect(status).toBe(201);
  const replay = await mint('held');
  expect([replay.status, replay.body.id]).toEqual([201, body.id]);
});

test('a connection that breaks within the transaction is 503, leaves nothing behind, and the key free', async () => {
  const before = await db().checkoutLink.count();
  const first = await startHeld('cut');
  await sql.query('SELECT pg_terminate_backend($1)', [first.backend]);
  const reply = await first.reply;
  await sql.query('COMMIT');
  expectProblem(reply, 503, 'internal_error');
  expect(await db().checkoutLink.count()).toBe(before);
  expect((await mint('cut')).status).toBe(201);
});

test('an error within the transaction is 500, leaves nothing behind, reveals nothing, and the key is free', async () => {
  const before = await db().checkoutLink.count();
  await breakInserts('checkout_links', 'XX000');
  const reply = await mint('broken');
  expectProblem(reply, 500, 'internal_error');
  expect(reply.text).not.toMatch(/secret|XX000|trigger|prisma|sql/i);
  await sql.query('DROP TRIGGER broken ON checkout_links');
  expect(await db().checkoutLink.count()).toBe(before);
  expect(await db().idempotencyRecord.count({ where: { key: 'broken' } })).toBe(0);
  expect((await mint('broken')).status).toBe(201);
});

test('an unreachable database is 503 with Retry-After, and the key is free', async () => {
  await breakInserts('checkout_links', '57P01');
  const reply = await mint('away');
  expectProblem(reply, 503, 'internal_error');
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  await sql.query('DROP TRIGGER broken ON checkout_links');
  expect((await mint('away')).status).toBe(201);
});

test('different keys do not wait for each other, within and across clients', async () => {
  const other = await createPartner();
  const replies = await Promise.all([
    ...Array.from({ length: 10 }, (_, i) => mint(`own-${i}`)),
    ...Array.from({ length: 10 }, (_, i) => mint(`own-${i}`, other.key)),
  ]);
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(20);
});
