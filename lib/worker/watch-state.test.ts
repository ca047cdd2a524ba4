import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { metricsRegistry } from '#lib/metrics.ts';
import { beginReconciliation } from '#lib/reconciliation/begin.ts';
import { secondsAgo } from '#testing/money.ts';
import { reconcile } from '#testing/reconcile.ts';
import { runningService } from '#testing/running-service.ts';
import { watchState } from './watch-state.ts';

const { service } = runningService({ DATA_DIR: tmpdir() });

async function valuesOf(...series: string[]): Promise<(number | undefined)[]> {
  const lines = (await metricsRegistry().metrics()).split('\n');
  return series.map((name) => {
    const line = lines.find((one) => one.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length));
  });
}

afterEach(() => vi.useRealTimers());

test('what waits, what differs and what is queued is read when it is asked for', async () => {
  watchState();
  await service.runJobs();
  const series = ['waiting{kind="events"}', 'jobs_waiting{queue="check_payment"}', 'book_differences{book="stripe"}'];
  expect(await valuesOf(...series)).toEqual([0, undefined, undefined]);

  const [id, eventId] = [newId('gatewayEvent'), 'evt_1'];
  const event = { id, gateway: 'stripe', eventId, type: 'x', reference: null, receivedAt: secondsAgo(600) };
  await db().gatewayEvent.create({ data: event });
  await transaction((tx) => enqueue(tx, 'check_payment', { id: 'pay_1' }));
  await reconcile('stripe');
  expect(await valuesOf(...series)).toEqual([1, 1, 0]);
  const [waited = 0, queued, checked = 60] = await valuesOf(
    'waiting_oldest_seconds{kind="events"}',
    'jobs_oldest_seconds{queue="check_payment"}',
    'book_checked_seconds{book="stripe"}',
  );
  expect(waited).toBeGreaterThanOrEqual(600);
  expect(queued).toBeGreaterThanOrEqual(0);
  expect(checked).toBeLessThan(60);
});

test('books that were never compared are as old as the first run for them, which has not ended', async () => {
  const gateway = 'mercado-pago-co';
  const series = [`book_checked_seconds{book="${gateway}"}`, `book_differences{book="${gateway}"}`];
  expect(await valuesOf(...series)).toEqual([undefined, undefined]);
  for (const seconds of [259_200, 172_800])
    await transaction((tx) => beginReconciliation(tx, gateway, secondsAgo(seconds)));
  const [age = 0, differences] = await valuesOf(...series);
  expect(age).toBeGreaterThanOrEqual(259_200);
  expect(differences).toBeUndefined();
  await db().reconciliation.updateMany({
    where: { gateway },
    data: { finishedAt: new Date(), differences: [], balances: [] },
  });
  const [since = Number.POSITIVE_INFINITY, open] = await valuesOf(...series);
  expect(since).toBeLessThan(172_800);
  expect(open).toBe(0);
});

test('the machine says how far its clock is from the database’s, in either direction, and how full its disk is', async () => {
  const hour = 3_600;
  for (const ahead of [hour, -hour]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead * 1_000 });
    const [difference = 0] = await valuesOf('clock_difference_seconds{clock="database"}');
    vi.useRealTimers();
    expect(Math.abs(difference - hour)).toBeLessThan(hour / 10);
  }
  expect(await valuesOf('clock_difference_seconds{clock="database"}')).toEqual([0]);
  const { bavail, blocks } = await statfs(tmpdir());
  const [free = 0] = await valuesOf('disk_free_ratio{disk="data"}');
  expect(Math.abs(free - bavail / blocks)).toBeLessThan(0.1);
});
