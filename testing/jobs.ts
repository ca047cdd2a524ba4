import pg from 'pg';
import type { QueueName } from '#lib/jobs/queues.ts';
import { ensureDatabase } from '#scripts/postgres.ts';
import type { Instance } from './instance.ts';

/** Jobs of a queue that wait for their time, or to be tried again, run now: all of them, or those about one row. */
export async function makeJobDue({ dataDir }: Instance, queue: QueueName, id?: string): Promise<void> {
  const database = await ensureDatabase({ dataDir });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query(
      `UPDATE pgboss.job SET start_after = now()
        WHERE name = $1 AND state IN ('created', 'retry') AND data->>'id' = COALESCE($2, data->>'id')`,
      [queue, id],
    );
  } finally {
    await client.end();
    await database.stop();
  }
}
