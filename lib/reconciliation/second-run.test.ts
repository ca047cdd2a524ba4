import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import type { BookPeriod } from '#lib/rails/port/books.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { beginReconciliation, lastFinished, OVERLAP_MS } from './begin.ts';

ownDatabase();

const DAY_MS = 86_400_000;
const day = (number: number) => new Date(Date.parse('2026-11-01T08:00:00Z') + number * DAY_MS);

/** A run of an account that has finished. Returns its period and whether it is a routine one. */
async function run(gateway: string, now: Date, chosen?: BookPeriod, isFinished = true) {
  const { id, from, to, routine } = await transaction((tx) => beginReconciliation(tx, gateway, now, chosen));
  if (isFinished)
    await db().reconciliation.update({ where: { id }, data: { finishedAt: now, balances: [], differences: [] } });
  return { id, from, to, routine };
}

test('each routine run goes on where the last one of its account has finished, whatever ran between', async () => {
  const first = await run('stripe', day(1));
  expect(first).toMatchObject({ to: day(1), routine: true });
  const second = await run('stripe', day(2));
  expect(second).toMatchObject({ from: new Date(day(1).getTime() - OVERLAP_MS), to: day(2) });

  // A chosen period, another account and a run that never finished are no run to go on from.
  const chosen = { from: day(4), to: day(5) };
  const asked = await run('stripe', day(5), chosen);
  expect(asked).toMatchObject({ ...chosen, routine: false });
  await run('stripe-mx', day(5));
  await run('stripe', day(5), undefined, false);
  const third = await run('stripe', day(6));
  expect(third.from).toEqual(new Date(day(2).getTime() - OVERLAP_MS));

  const latest = async (routine?: boolean) => (await lastFinished(db(), 'stripe', routine))?.id;
  expect([await latest(), await latest(false)]).toEqual([third.id, asked.id]);
  const again = await run('stripe', day(7), { from: day(1), to: day(2) });
  expect([await latest(), await latest(false)]).toEqual([third.id, again.id]);
});
