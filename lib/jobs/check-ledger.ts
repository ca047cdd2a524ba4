import { snapshot, transaction } from '#lib/db.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { recordCheck } from '#lib/ledger/record-check.ts';
import { log } from '#lib/log.ts';
import { enqueue } from './queue.ts';

const HOUR_MS = 3_600_000;

/** Logs, as an error, each thing in which the ledger disagrees, and keeps what was found for staff. */
export async function checkLedgerJob(now: Date): Promise<void> {
  const differences = await snapshot(checkLedger);
  for (const difference of differences) log().error({ difference }, 'the ledger does not agree');
  await transaction((tx) => recordCheck(tx, differences, now));
}

/** Plans the check at the next full hour, once however often it is planned. */
export async function planLedgerCheck(now: Date): Promise<void> {
  const nextHour = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  await transaction((tx) => enqueue(tx, 'check_ledger', { id: 'hourly' }, nextHour));
}
