import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { now } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { QUEUES } from '#lib/jobs/queues.ts';
import { log } from '#lib/log.ts';
import { metricsRegistry } from '#lib/metrics.ts';
import { GIVEN_UP, WAITING_MAILS } from '#lib/outbox/undelivered.ts';
import { OPEN_REFUND } from '#lib/payments/refunds/resolve-failed-refunds.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { knownDifferencesOf } from '#lib/reconciliation/acknowledge.ts';
import { lastFinished } from '#lib/reconciliation/begin.ts';

/**
 * Adds to this process's metrics what the database knows, read each time they are asked for: money, events and mail that wait,
 * what the books differ in, and the queues. While the database is away these are left out. Beside them its machine: clock and
 * disk. The worker of a machine says them.
 */
export function watchState(): void {
  const waiting = shared(whatWaits);
  gauge('waiting', 'Refunds, events and mails that are not done, by kind.', 'kind', async () =>
    (await waiting()).map(({ kind, count }) => [kind, count]),
  );
  gauge('waiting_oldest_seconds', 'How long the oldest of them has waited.', 'kind', async () =>
    (await waiting()).map(({ kind, at }) => [kind, secondsSince(at)]),
  );
  const books = shared(whatDiffers);
  gauge(
    'book_differences',
    'Differences that the last check of the ledger, or reconciliation, found open.',
    'book',
    async () => (await books()).flatMap(({ book, count }) => (count === null ? [] : [[book, count] as const])),
  );
  gauge('book_checked_seconds', 'How long ago that was, or since when the first has not ended.', 'book', async () =>
    (await books()).map(({ book, at }) => [book, secondsSince(at)]),
  );
  const jobs = shared(dueJobs);
  gauge('jobs_waiting', 'Jobs that are due and not begun, by queue.', 'queue', async () =>
    (await jobs()).map(({ name, count }) => [name, count]),
  );
  gauge('jobs_oldest_seconds', 'How long the oldest of them has been due.', 'queue', async () =>
    (await jobs()).map(({ name, seconds }) => [name, seconds]),
  );
  gauge('clock_difference_seconds', 'How far the clock of this machine is from another one.', 'clock', async () => [
    ['database', await clockDifference()],
  ]);
  gauge('disk_free_ratio', 'Which part of a disk is free: that of DATA_DIR.', 'disk', async () => {
    const { dataDir } = env();
    return existsSync(dataDir) ? [['data', await freeRatio(dataDir)]] : [];
  });
}

type Read = () => Promise<(readonly [label: string, value: number])[]>;

function gauge(name: string, help: string, label: string, read: Read): void {
  const made = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [metricsRegistry()],
    collect: async () => {
      const values = await read().catch((error: unknown) => {
        log().warn({ err: error, metric: name }, 'a metric could not be read');
        return [];
      });
      made.reset();
      for (const [value, number] of values) made.set({ [label]: value }, number);
    },
  });
}

/** Gauges that are read at the same moment share one query. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}

function secondsSince(at: Date | null | undefined): number {
  return at ? Math.max(0, now().getTime() - at.getTime()) / 1_000 : 0;
}

async function whatWaits() {
  const due = { state: 'refund_due', disputedMinor: 0 };
  const unhandled = { handledAt: null };
  const [refunds, failed, events, mails, givenUp] = await Promise.all([
    db().payment.aggregate({ where: due, _count: true, _min: { settledAt: true } }),
    db().refund.aggregate({ where: OPEN_REFUND, _count: true, _min: { settledAt: true } }),
    db().gatewayEvent.aggregate({ where: unhandled, _count: true, _min: { receivedAt: true } }),
    db().email.aggregate({ where: WAITING_MAILS, _count: true, _min: { createdAt: true } }),
    db().email.count({ where: GIVEN_UP }),
  ]);
  return [
    { kind: 'refunds_due', count: refunds._count, at: refunds._min.settledAt },
    { kind: 'refunds_failed', count: failed._count, at: failed._min.settledAt },
    { kind: 'events', count: events._count, at: events._min.receivedAt },
    { kind: 'mails', count: mails._count, at: mails._min.createdAt },
    // Nothing tries them again, so that how long they wait says nothing.
    { kind: 'mails_given_up', count: givenUp, at: null },
  ];
}

async function whatDiffers() {
  const check = await db().ledgerCheck.findFirst({ orderBy: { checkedAt: 'desc' } });
  const ledger = check ? [{ book: 'ledger', count: (check.differences as unknown[]).length, at: check.checkedAt }] : [];
  const gateways = await Promise.all(
    gatewayNames().map(async (book) => {
      const run = await lastFinished(db(), book);
      if (!run) return firstBegun(book);
      const open = (await knownDifferencesOf(db(), run)).filter(({ acknowledged }) => acknowledged === null);
      return [{ book, count: open.length, at: run.finishedAt }];
    }),
  );
  return [...ledger, ...gateways.flat()];
}

/** The first daily run of a gateway account none of whose runs has ended: its books were never compared. */
async function firstBegun(book: string) {
  const run = await db().reconciliation.findFirst({
    where: { gateway: book, routine: true },
    orderBy: { startedAt: 'asc' },
  });
  return run ? [{ book, count: null, at: run.startedAt }] : [];
}

/** In seconds. The database reads its clock between two readings of ours. */
async function clockDifference(): Promise<number> {
  const before = now().getTime();
  const [row] = await db().$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  const after = now().getTime();
  const at = row?.at.getTime() ?? after;
  return Math.max(0, before - at, at - after) / 1_000;
}

async function freeRatio(folder: string): Promise<number> {
  const { bavail, blocks } = await statfs(folder);
  return bavail / blocks;
}

async function dueJobs() {
  const found = await db().$queryRaw<{ name: string; count: number; seconds: number }[]>`
    SELECT name, count(*)::int AS count, extract(epoch FROM now() - min(start_after))::float AS seconds
      FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now() GROUP BY name`;
  // The library has queues of its own beside ours.
  return found.filter(({ name }) => Object.hasOwn(QUEUES, name));
}
