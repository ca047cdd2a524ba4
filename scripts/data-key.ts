import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataKey } from '#lib/data-keys.ts';
import { inDataDir } from './data-dir.ts';
import { withLock } from './lock.mjs';

/**
 * Sets DATA_ENCRYPTION_KEY of this process and of those it starts, where it is not set and the database is the embedded one:
 * to a key that is generated once and kept beside that database, in a file of its owner alone. A database of DATABASE_URL may be
 * shared with other machines, so that its key has to be given to each.
 * @throws Error in one sentence when the file cannot be had
 */
export async function provideDataKey({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl || process.env.DATA_ENCRYPTION_KEY) return;
  process.env.DATA_ENCRYPTION_KEY = await inDataDir(dataDir, () => keptKey(dataDir));
}

type Place = { dataDir: string; databaseUrl?: string | undefined };

async function keptKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'data-encryption.key');
  return withLock(`${file}.lock`, async () => {
    if (!existsSync(file)) {
      // In one step: a file that is there has the whole key.
      await writeFile(`${file}.new`, `${newDataKey()}\n`, { mode: 0o600 });
      await rename(`${file}.new`, file);
    }
    return readFileSync(file, 'utf8').trim();
  });
}
