import { snapshot, transaction } from '#lib/db.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { log } from '#lib/log.ts';
import { enqueue } from './queue.ts';

const HOUR_MS = 3_600_000;

/** Logs, as an error, each thing in which the ledger disagrees; it changes nothing. */
export async function checkLedgerJob(): Promise<void> {
  for (const difference of await snapshot(checkLedger))
    log().error({ difference }, 'the ledger does not agree');
}

/** Plans the check at the next full hour, once however often it is planned. */
export async function planLedgerCheck(now: Date): Promise<void> {
  const nextHour = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  await transaction((tx) => enqueue(tx, 'check_ledger', { id: 'hourly' }, nextHour));
}
