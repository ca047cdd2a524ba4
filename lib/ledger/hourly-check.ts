import { snapshot, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { recordCheck } from '#lib/ledger/record-check.ts';
import { log } from '#lib/log.ts';

const HOUR_MS = 3_600_000;

/** Checks the ledger, logs each difference as an error, and records the result for staff. */
export async function runHourlyCheck(now: Date): Promise<void> {
  const differences = await snapshot(checkLedger);
  for (const difference of differences) log().error({ difference }, 'the ledger does not agree');
  await transaction((tx) => recordCheck(tx, differences, now));
}

/** Schedules the check at the next full hour. Repeated calls schedule it once. */
export async function scheduleHourlyCheck(now: Date): Promise<void> {
  const nextHour = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  await transaction((tx) => enqueue(tx, 'check_ledger', { id: 'hourly' }, nextHour));
}
