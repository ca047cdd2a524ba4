import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeCauseState } from '#lib/causes/change-state.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { findLink } from '#lib/hot-queries/find-link.ts';
import { cardRailFor } from '#lib/rails/registry.ts';
import { HANDLERS } from '#lib/worker/handlers.ts';
import { STAFF } from '#testing/causes.ts';
import { type Child, startChild } from '#testing/child-server.ts';
import { changeCause, intentOf, mintLink, openLink, publishedCause } from '#testing/factories.ts';
import {
  forgetJobs,
  gatewayCalls,
  hold,
  intentsAt,
  resetProcessor,
  runEveryMoneyJob,
  runMoneyJobs,
  statesOf,
  until,
} from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { claimAttempt, startAttempt } from './attempt.ts';
import { stopPayments } from './stop-payments.ts';

const { service, partner } = runningService();
beforeEach(async () => {
  await resetProcessor(service);
  await runMoneyJobs(service);
  await forgetJobs();
});

const newCause = () => publishedCause(service, partner);

/** A link of a cause with an open card form. Returns the link's id. */
async function openForm(cause: string): Promise<string> {
  const { id } = await openLink(service, partner, { cause });
  await intentOf(service, id);
  return id;
}

/**
 * Inserts live attempts of a cause directly, before all others in the order of ids. They need no gateway call, because
 * nothing was started, except for the first, which the gateway does not know.
 */
async function manyLive(cause: string, count: number): Promise<void> {
  await db().$executeRaw`
    INSERT INTO checkout_links (id, client_id, cause_key, amount, currency, fee_percent, created_at, expires_at)
    SELECT 'chl_' || ${cause} || n, ${partner.clientId}, ${cause}, 50, 'USD', 5, now(), now() + interval '1 day'
      FROM generate_series(1, ${count}::int) n`;
  await db().$executeRaw`
    INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, gateway_reference)
    SELECT 'pay_000' || lpad(n::text, 9, '0') || ${cause}, 'chl_' || ${cause} || n, ${cause}, 'card', 'stripe', 1, 'pending', 50,
           'USD', CASE n WHEN 1 THEN 'pi_unknown_' || ${cause} END
      FROM generate_series(1, ${count}::int) n`;
}

const fraud = (tx: Tx, key: string) => changeCauseState(tx, STAFF, { key, from: 'published', to: 'fraud' }, new Date());

type Work = { table: string; written: number; read: number };
/** Rows that this connection has written and read so far, by table. */
const workSoFar = (tx: Tx) =>
  tx.$queryRaw<Work[]>`
    SELECT relname AS table, (n_tup_ins + n_tup_upd + n_tup_del)::int AS written, (seq_tup_read + idx_tup_fetch)::int AS read
      FROM pg_stat_xact_user_tables`;

/** The database work of marking a cause as fraud: rows written, and rows of links and payments read. */
function workOfStopping(key: string): Promise<Work[]> {
  return transaction(async (tx) => {
    const before = await workSoFar(tx);
    expect(await fraud(tx, key)).toMatchObject({ state: 'fraud' });
    return (await workSoFar(tx)).flatMap(({ table, written, read }) => {
      const earlier = before.find((work) => work.table === table);
      const isBig = table === 'payments' || table === 'checkout_links';
      const work = {
        table,
        written: written - (earlier?.written ?? 0),
        read: isBig ? read - (earlier?.read ?? 0) : 0,
      };
      return isBig || work.written > 0 ? [work] : [];
    });
  });
}

type Job = { name: string; id: string; after: string | null };
/** Unfinished jobs, by row. */
const jobsAbout = (id: string) =>
  db().$queryRaw<Job[]>`
    SELECT name, data->>'id' AS id, data->>'after' AS after FROM pgboss.job WHERE state < 'active' AND data->>'id' = ${id}`;

describe('stopping a cause with 10,000 live attempts', { tags: ['full'], timeout: 900_000 }, () => {
  test('is as much work as with none, and reaches the last attempt', async () => {
    const [idle, busy] = [await newCause(), await newCause()];
    await manyLive(busy, 10_000);
    const last = await openForm(busy);
    const work = await workOfStopping(busy);
    expect(new Set(work)).toEqual(new Set(await workOfStopping(idle)));
    expect(work).toContainEqual({ table: 'payments', written: 0, read: 0 });
    expect(await jobsAbout(busy)).toEqual([{ name: 'stop_payments', id: busy, after: null }]);

    await runMoneyJobs(service);
    expect(await statesOf(last)).toEqual(['canceled']);
    expect((await intentsAt(service, last)).map(({ status }) => status)).toEqual(['canceled']);
    const [batches] = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'stop_payments' AND state = 'completed' AND data->>'id' = ${busy}`;
    expect(batches?.count).toBe(101);
    // The attempt that the gateway does not know stopped none of the others, and is retried.
    expect(await jobsAbout(`pay_000000000001${busy}`)).toMatchObject([{ name: 'check_payment' }]);
  });
});

describe('a batch', () => {
  test('leaves the rest to a job that exists even if its own process dies', async () => {
    const cause = await newCause();
    await manyLive(cause, 100);
    const last = await openForm(cause);
    await transaction((tx) => fraud(tx, cause));
    await forgetJobs();
    await HANDLERS.stop_payments(cause);
    expect(await statesOf(last)).toEqual(['pending']);
    expect(await jobsAbout(cause)).toMatchObject([{ name: 'stop_payments', after: `pay_000000000100${cause}` }]);
    await runMoneyJobs(service);
    expect(await statesOf(last)).toEqual(['canceled']);
  });

  test('does nothing to a cause that was reopened meanwhile', async () => {
    const cause = await newCause();
    const link = await openForm(cause);
    await changeCause(cause, { state: 'paused' });
    await changeCause(cause, { state: 'published' });
    const calls = (await gatewayCalls(service, '/v1/')).length;
    await runMoneyJobs(service);
    expect(await statesOf(link)).toEqual(['pending']);
    expect(await gatewayCalls(service, '/v1/')).toHaveLength(calls);
  });
});

test('a payment that is being started while its cause stops is cancelled too', async () => {
  const cause = await newCause();
  const { id } = await openLink(service, partner, { cause });
  const [link, rail] = [await findLink(id), cardRailFor('us')];
  if (!link || !rail) throw new Error('there is a link, and a rail');
  const claim = await claimAttempt(link, rail);
  if (claim.kind !== 'start') throw new Error('it is the first attempt');
  await changeCause(cause, { state: 'paused' });
  await runMoneyJobs(service);
  const started = await startAttempt(claim.attempt, rail, (key) =>
    rail.start({ key, linkId: id, amountMajor: 50, currency: 'USD', metadata: {} }),
  );
  expect(started).toBeUndefined();
  expect((await intentsAt(service, id)).map(({ status }) => status)).toEqual(['canceled']);
});

const soon = (ms: number) => new Date(Date.now() + ms);
const dueAt = (cause: string) =>
  db()
    .$queryRaw`SELECT start_after AS at FROM pgboss.job WHERE name = 'stop_payments' AND data->>'id' = ${cause} ORDER BY 1`;

describe('a closing time', () => {
  test('cancels live payments at its instant', async () => {
    const cause = await newCause();
    const link = await openForm(cause);
    const closesAt = soon(3_600_000);
    await changeCause(cause, { closesAt });
    expect(await dueAt(cause)).toEqual([{ at: new Date(closesAt.getTime() + 1) }]);
    await runMoneyJobs(service);
    expect(await statesOf(link)).toEqual(['pending']);
  });

  test('that was moved is read again: the earlier instant does nothing, the new one does', async () => {
    const cause = await newCause();
    const link = await openForm(cause);
    const [earlier, later] = [soon(60_000), soon(3_600_000)];
    await changeCause(cause, { closesAt: earlier });
    await changeCause(cause, { closesAt: later });
    expect(await dueAt(cause)).toHaveLength(2);
    await runEveryMoneyJob(service);
    expect(await statesOf(link)).toEqual(['pending']);
    await changeCause(cause, { closesAt: null });
    await runEveryMoneyJob(service);
    expect(await statesOf(link)).toEqual(['pending']);
    await changeCause(cause, { closesAt: soon(-1) });
    await runMoneyJobs(service);
    expect(await statesOf(link)).toEqual(['canceled']);
  });

  test('is waited for if the process’s clock is a little behind the database’s', async () => {
    const cause = await newCause();
    const link = await openForm(cause);
    const closesAt = soon(-1000);
    await changeCause(cause, { closesAt });
    await stopPayments(cause, new Date(closesAt.getTime() - 400));
    expect(await statesOf(link)).toEqual(['canceled']);
  });

  test('that has passed refuses new links, even for a client’s own draft', async () => {
    const cause = await newCause();
    await changeCause(cause, { state: 'draft', closesAt: soon(60_000) });
    expect((await mintLink(service, partner.key, { cause })).status).toBe(201);
    await changeCause(cause, { closesAt: soon(-1000) });
    const { status, body } = await mintLink(service, partner.key, { cause });
    expect([status, body.code]).toEqual([422, 'cause_not_accepting_payments']);
  });
});

describe('by a worker', () => {
  let worker: Child;
  beforeAll(async () => {
    worker = await startChild('scripts/worker.ts');
  });
  afterAll(() => worker.kill());

  test('a closing time is applied with the job of its instant', async () => {
    const cause = await newCause();
    const link = await openForm(cause);
    await forgetJobs();
    await changeCause(cause, { closesAt: soon(1000) });
    await until('the intent is cancelled', async () => (await statesOf(link))[0] === 'canceled');
    await until('the job of the instant is done', async () => (await jobsAbout(cause)).length === 0);
  });

  test('a batch is finished after the worker was killed in the middle of it', async () => {
    const cause = await newCause();
    const links = await Promise.all(Array.from({ length: 22 }, () => openForm(cause)));
    const live = () => db().payment.count({ where: { causeKey: cause, state: 'pending' } });
    // The first twenty are called off at once; the gateway holds the call about the last one.
    const last = await db().payment.findFirstOrThrow({ where: { causeKey: cause }, orderBy: { id: 'desc' } });
    const gateway = await hold(service, 'stripe', { path: `/${last.gatewayReference}/cancel$` });
    await transaction((tx) => fraud(tx, cause));
    await gateway.arrived();
    await until('all others are called off', async () => (await live()) === 1);
    await worker.kill();
    expect(await live()).toBe(1);
    // As the queue does with a job whose worker has been silent for three minutes.
    await db().$executeRaw`UPDATE pgboss.job SET state = 'retry' WHERE name = 'stop_payments' AND state = 'active'`;
    await runEveryMoneyJob(service);
    expect(await live()).toBe(0);
    for (const link of links) expect(await statesOf(link)).toEqual(['canceled']);
  });
});
