import { db } from '#lib/db.ts';

/** Whether a session of the database waits for a lock. */
export async function isLockAwaited(): Promise<boolean> {
  return (await awaitedLocks()) > 0;
}

/** How many transactions wait for a lock. */
export async function awaitedLocks(): Promise<number> {
  const [row] = await db().$queryRaw<{ n: number }[]>`
    SELECT COUNT(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.n ?? 0;
}
