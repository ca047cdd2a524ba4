import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { wrongTotals } from '#lib/causes/check-totals.ts';
import { db, disconnect, snapshot, transaction } from '#lib/db.ts';
import type { DataKeys } from '#lib/env/data-keys.ts';
import { env, reloadEnv } from '#lib/env.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { type AuditAction, audit } from '#lib/policy/audit.ts';
import { SERVICE_CLIENT_ID } from '#lib/service-client.ts';
import { newestOf, UnreadableBackup } from '../backup/archive.ts';
import { createBackup, restoreBackup, tryBackup } from '../backup/backup.ts';
import { REASONS } from '../data-dir.ts';
import { type Command, required, UsageError } from './command.ts';

export const BACKUP_COMMANDS: Readonly<Record<string, Command>> = {
  'backup create': {
    flags: ['file'],
    prepare: (flags) => {
      const wanted = flags.file === undefined ? undefined : required(flags, 'file');
      return (now) =>
        named(async () => {
          await requireContent();
          const file = wanted ?? (await newFile(now));
          const bytes = await createBackup(file, databaseUrl(), dataKeys(), now);
          await record('backup.create', file, { bytes });
          return { file, bytes };
        });
    },
  },
  'backup verify': {
    flags: ['file'],
    prepare: (flags) => {
      const wanted = flags.file === undefined ? undefined : required(flags, 'file');
      return () =>
        named(async () => {
          const file = wanted ?? (await newestFile());
          return { file, ...(await tryBackup(file, dataKeys(), checkBooks)), agrees: true };
        });
    },
  },
  'backup restore': {
    flags: ['file'],
    prepare: (flags) => {
      const file = required(flags, 'file');
      return () =>
        named(async () => {
          const restored = await restoreBackup(file, env().databaseOwnerUrl ?? databaseUrl(), dataKeys());
          await record('backup.restore', file, restored);
          return { file, ...restored };
        });
    },
  },
};

/** Requires that somebody uses the database: another one than the servers' is not backed up by mistake. @throws UsageError */
async function requireContent(): Promise<void> {
  const isUsed =
    (await db().account.findFirst({ select: { id: true } })) ??
    (await db().client.findFirst({ where: { id: { not: SERVICE_CLIENT_ID } }, select: { id: true } }));
  if (!isUsed)
    throw new UsageError(
      'There is nothing to back up: the database has no account and no client. Run it with the environment of the servers.',
    );
}

const EXTENSION = '.backup';
/** Where backups are without `--file`. */
const folder = () => join(env().dataDir, 'backups');

/** A file named after a time in UTC, to the millisecond; the folder is created. */
async function newFile(now: Date): Promise<string> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  return join(folder(), now.toISOString().replaceAll(':', '') + EXTENSION);
}

/** The newest of the backups there, whatever its name. @throws UsageError */
async function newestFile(): Promise<string> {
  const names = (await readdir(folder()).catch(() => [])).filter((name) => name.endsWith(EXTENSION));
  const newest = await newestOf(names.map((name) => join(folder(), name)));
  if (newest === undefined) throw new UsageError(`--file: there is no backup in ${folder()}.`);
  return newest;
}

/** Checks a restored database as the hourly check does. This process uses that one from then on. @throws UsageError */
async function checkBooks(url: string): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = url;
  reloadEnv();
  try {
    const [ledger, totals] = [await snapshot(checkLedger), await snapshot((tx) => wrongTotals(tx, 1))];
    if (ledger.length + totals.length > 0) throw new UsageError('--file: its ledger does not agree with its payments.');
  } finally {
    await disconnect();
  }
}

function databaseUrl(): string {
  const { databaseUrl } = env();
  if (!databaseUrl) throw new Error('Bug: a command without a database');
  return databaseUrl;
}

function dataKeys(): DataKeys {
  const { dataKeys } = env();
  if (!dataKeys) throw new UsageError('DATA_ENCRYPTION_KEY is not set: there is no key to encrypt a backup with.');
  return dataKeys;
}

function record(action: AuditAction, file: string, data: Record<string, unknown>): Promise<void> {
  return transaction((tx) => audit(tx, { actor: 'console', action, subject: basename(file), data }));
}

/** Turns what stands against a file into a mistake that names the flag. */
async function named<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UnreadableBackup) throw new UsageError(`--file: ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError('--file: there is such a file already.');
    if (code === 'ENOENT') throw new UsageError('--file: there is no such folder.');
    const reason = REASONS[code ?? ''];
    if (reason) throw new UsageError(`--file cannot be written: ${reason}.`);
    throw error;
  }
}
