import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { disconnect } from '#lib/db.ts';
import { loadEnv, reloadEnv } from '#lib/env.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import { logOnStandardError } from '#lib/log.ts';
import { provideDataKey } from '../data-key.ts';
import { migrate } from '../migrate.ts';
import { ensureDatabase } from '../postgres.ts';

type OpenDatabase = { close: () => Promise<void>; stop: () => Promise<void>; madeIn: string | null };

/**
 * Makes this process ready for commands: on the database that the environment names, migrated.
 * @returns what closes it once all work has ended; `stop`, which does not wait for work; and the folder where there was no
 * database before
 * @throws Error with one clear sentence when the database cannot be had
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const settings = loadEnv();
  const isMade = !settings.databaseUrl && !existsSync(join(settings.dataDir, 'postgres'));
  const database = await ensureDatabase(settings);
  const close = async () => {
    await stopSender();
    await disconnect();
    await database.stop();
  };
  try {
    await provideDataKey(settings);
    process.env.DATABASE_URL = database.url;
    process.env.DATABASE_OWNER_URL = database.ownerUrl;
    // Complete from here on: a command may have read it before, to check its flags.
    reloadEnv();
    logOnStandardError();
    await migrate(database);
    return { close, stop: database.stop, madeIn: isMade ? resolve(settings.dataDir) : null };
  } catch (error) {
    await close();
    throw error;
  }
}
