import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataKey, readDataKeys } from '#lib/env/data-keys.ts';
import { inDataDir } from './data-dir.ts';
import { withLock } from './lock.mjs';

/**
 * Sets DATA_ENCRYPTION_KEY for this process and those it starts, unless it is set: for the embedded database, to a key that is
 * generated once and stored beside it (mode 0600). A database of DATABASE_URL may be shared with other machines: its operator
 * sets the key on each.
 * @throws Error in one sentence when the file cannot be written, or has no key
 */
export async function provideDataKey({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl || process.env.DATA_ENCRYPTION_KEY) return;
  process.env.DATA_ENCRYPTION_KEY = await inDataDir(dataDir, () => storedKey(dataDir));
}

type Place = { dataDir: string; databaseUrl?: string | undefined };

async function storedKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'data-encryption.key');
  return withLock(`${file}.lock`, async () => {
    if (!existsSync(file)) {
      // Atomic, and on the disk before it has its name: an existing file contains the whole key.
      await writeFile(`${file}.new`, `${newDataKey()}\n`, { mode: 0o600, flush: true });
      await rename(`${file}.new`, file);
    }
    return requireKey(file, readFileSync(file, 'utf8').trim());
  });
}

/** @throws Error in one sentence for a file that was damaged; without its key, the encrypted values of the database are lost */
function requireKey(file: string, text: string): string {
  try {
    readDataKeys(text);
    return text;
  } catch (error) {
    throw new Error(
      `${file} has no key: restore it from a copy. Delete it only together with the database beside it, which it encrypts.`,
      { cause: error },
    );
  }
}
