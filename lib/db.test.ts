import { createServer } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { PrismaClient } from '#prisma/generated/client.ts';
import { forgetState } from '#testing/forget-state.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { db, disconnect, limitReads, PipelinedReads, STOP_IF_CLIENT_IS_GONE, transaction } from './db.ts';
import { env } from './env.ts';

ownDatabase();

const open: PipelinedReads[] = [];
afterEach(() => Promise.all(open.splice(0).map((each) => each.end())));

function pipeline(changes: { connectionString?: string; query_timeout?: number } = {}): PipelinedReads {
  const { databaseUrl = '' } = env();
  const options = { connectionString: databaseUrl, connectionTimeoutMillis: 60_000, query_timeout: 60_000 };
  const reads = new PipelinedReads({ ...options, ...changes, application_name: 'pipelined-reads' });
  open.push(reads);
  return reads;
}

const echo = (number: number) => ({
  name: 'echo',
  text: 'SELECT $1::int AS number',
  values: [String(number)],
});
const broken = { name: 'broken', text: 'SELECT 1 / $1::int AS number', values: ['0'] };
const asleep = { name: 'asleep', text: 'SELECT pg_sleep(600)', values: [] };

test('each statement gets its own result, even next to failing ones', async () => {
  const reads = pipeline();
  const asked = Array.from({ length: 600 }, (_, i) => (i % 7 === 3 ? broken : echo(i)));
  const answers = await Promise.allSettled(asked.map((statement) => reads.rows<{ number: number }>(statement)));
  for (const [i, answer] of answers.entries()) {
    if (i % 7 === 3) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    else expect(answer).toEqual({ status: 'fulfilled', value: [{ number: i }] });
  }
});

test('results are the same for the first and for later uses of a connection, with rows and without', async () => {
  const reads = pipeline();
  const text = `SELECT 7 AS number, $1::text AS text, NULL::int AS nothing, true AS yes, '{"a":[1]}'::json AS json,
                       '2026-11-22T01:02:03.004Z'::timestamptz AS at WHERE $1 <> 'none'`;
  const ask = (value: string | null) => reads.rows({ name: 'all-types', text, values: [value] });
  const at = new Date('2026-11-22T01:02:03.004Z');
  for (let i = 0; i < 6; i++) {
    expect(await ask('none')).toEqual([]);
    expect(await ask(null)).toEqual([]);
    expect(await ask('á\u{1F600}')).toEqual([
      { number: 7, text: 'á\u{1F600}', nothing: null, yes: true, json: { a: [1] }, at },
    ]);
  }
});

/** More statements than there are connections: on each connection one that never ends, and one behind it. */
const held = [...Array(8).fill(asleep), ...Array.from({ length: 8 }, (_, i) => echo(i))];

function expectRetryable(answers: PromiseSettledResult<unknown>[]): void {
  for (const answer of answers) expect(answer.status === 'rejected' && isDatabaseUnavailable(answer.reason)).toBe(true);
}

test('statements on a connection that breaks fail as retryable, and the next one opens another', async () => {
  const reads = pipeline();
  let isAnswered = false;
  const waiting = Promise.allSettled(held.map((statement) => reads.rows(statement)));
  void waiting.then(() => {
    isAnswered = true;
  });
  const answered = async () => {
    // As an operator or a failover does.
    await db().$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'pipelined-reads' AND state = 'active' AND datname = current_database()`;
    return isAnswered;
  };
  await expect.poll(answered).toBe(true);
  expectRetryable(await waiting);
  expect(await Promise.all([1, 2, 3, 4].map((i) => reads.rows(echo(i))))).toEqual(
    [1, 2, 3, 4].map((number) => [{ number }]),
  );
});

test('a result that does not arrive closes its connection, and its statements fail as retryable', async () => {
  const reads = pipeline({ query_timeout: 300 });
  expectRetryable(await Promise.allSettled(held.map((statement) => reads.rows(statement))));
  // On a busy machine this too can take longer than a result may.
  await expect.poll(() => reads.rows(echo(1)).catch(() => [])).toEqual([{ number: 1 }]);
});

test('a read outside a transaction does not wait for a locked table, and does not stay in the server', async () => {
  const application_name = 'limited-reads';
  const limited = new pg.Pool({
    connectionString: env().databaseUrl,
    options: STOP_IF_CLIENT_IS_GONE,
    max: 3,
    application_name,
  });
  limitReads(limited, 300);
  const prisma = new PrismaClient({ adapter: new PrismaPg(limited) });
  await transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE payments IN ACCESS EXCLUSIVE MODE`;
    const byHand = prisma.$queryRaw`
      WITH latest AS (SELECT max(created_at) AS at FROM payments) SELECT at FROM latest`;
    const reads = [
      prisma.payment.findFirst(),
      prisma.$queryRaw`
      SELECT id FROM payments`,
      byHand,
    ];
    expectRetryable(await Promise.allSettled(reads));
    expect(limited.totalCount).toBe(0);
    const waiting = () =>
      db().$queryRaw`SELECT query FROM pg_stat_activity WHERE application_name = ${application_name}`;
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
  });
  await expect.poll(() => prisma.payment.count().catch(() => -1)).toBeGreaterThanOrEqual(0);
  await prisma.$disconnect();
  await limited.end();
});

test('an unreachable database is reported as such every time', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const reads = pipeline({ connectionString: `postgres://nobody@127.0.0.1:${port}/none` });
  for (let i = 0; i < 4; i++)
    expect(isDatabaseUnavailable(await reads.rows(echo(i)).catch((error: unknown) => error))).toBe(true);
  server.close();
});

test('a process that connects again and again waits for its end once', async () => {
  await db().$queryRaw`SELECT 1`;
  const before = process.listenerCount('exit');
  for (let i = 0; i < 3; i++) {
    await disconnect();
    forgetState();
    await db().$queryRaw`SELECT 1`;
  }
  // Fewer where another part of this process has ended meanwhile.
  expect(process.listenerCount('exit')).toBeLessThanOrEqual(before);
});
