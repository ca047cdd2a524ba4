// @module-tag full

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startFollowedDatabase } from './followed-database.ts';
import { signal } from './processes.ts';

const home = mkdtempSync(join(tmpdir(), 'followed-'));
const database = await startFollowedDatabase(home);
afterAll(async () => {
  await database.stop();
  rmSync(home, { recursive: true, force: true });
});

async function query(statement: string): Promise<unknown[]> {
  const sql = new pg.Client({ connectionString: database.ownerUrl });
  await sql.connect();
  return (await sql.query(statement).finally(() => sql.end())).rows;
}

test('no commit is acknowledged while the follower is stopped', async () => {
  await query('CREATE TABLE acknowledged (number INT)');
  const pids = database.followerPids();
  for (const pid of pids) signal(pid, 'SIGSTOP');
  const inserted = query('INSERT INTO acknowledged VALUES (0)');
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  await expect.poll(() => query(waiting), { timeout: 60_000 }).toHaveLength(1);
  for (const pid of pids) signal(pid, 'SIGCONT');
  await inserted;
});

test('what was acknowledged is there after each failover, at the same address', async () => {
  for (const number of [1, 2, 3]) {
    await query(`INSERT INTO acknowledged VALUES (${number})`);
    await database.failOver();
    expect(await query('SELECT COUNT(*)::int AS count FROM acknowledged')).toEqual([{ count: number + 1 }]);
  }
});
