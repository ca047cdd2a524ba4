import { inject } from 'vitest';
import { disconnect } from '#lib/db.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import { administer } from './database.ts';

/**
 * A backup of a test file's database: a copy of it as it is now. `restore` puts the copy in its place. Nothing else may use the
 * database meanwhile: open sessions end.
 */
export async function backUp(url: string): Promise<{ restore: () => Promise<void> }> {
  const { ownerUrl } = inject('testServer');
  const name = new URL(url).pathname.slice(1);
  const copy = `${name}_backup`;
  const copyTo = async (from: string, to: string) => {
    await administer(ownerUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`);
    await administer(ownerUrl, `CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
  };
  await disconnectAll();
  await copyTo(name, copy);
  return {
    restore: async () => {
      await disconnectAll();
      await administer(ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await copyTo(copy, name);
      await administer(ownerUrl, `DROP DATABASE ${copy} WITH (FORCE)`);
    },
  };
}

async function disconnectAll(): Promise<void> {
  await stopSender();
  await disconnect();
}
