import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataKey, readDataKeys } from '#lib/env/data-keys.ts';
import { storedCause } from '#testing/causes.ts';
import { administer, createTestDatabase } from '#testing/database.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { donation } from '#testing/ledger.ts';
import { donorReturns } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { findStored } from '#testing/stored-text.ts';
import { readHeader } from './archive.ts';
import { createBackup, restoreBackup, tryBackup } from './backup.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
const KEYS = readDataKeys(newDataKey());
const NOW = new Date('2026-11-28T12:00:00Z');

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  await donate();
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, `backup-${++files}`);
const backUp = async () => {
  const file = newFile();
  await createBackup(file, service.databaseUrl, KEYS, NOW);
  return file;
};

async function donate(): Promise<string> {
  const { id } = await newLink({ email: 'rosa.backup@example.org' });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  return id;
}

/** A hash of all rows of each table, in the order of their text. */
async function fingerprints(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t ORDER BY 1`);
      found[name] = createHash('sha256')
        .update(rows.map(({ line }) => line).join('\n'))
        .digest('hex');
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Every approved payment is in the ledger. */
async function agrees(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT count(*) FROM payments WHERE state = 'approved') - (SELECT count(*) FROM ledger_transactions WHERE kind = 'donation') AS difference`,
  );
  await client.end();
  expect(rows).toEqual([{ difference: '0' }]);
}

/** A backup during which nothing was written: webhooks of donations come when they come. */
async function backUpAtRest(): Promise<{ file: string; before: Record<string, string> }> {
  for (;;) {
    const before = await fingerprints(service.databaseUrl);
    const file = await backUp();
    if (isDeepStrictEqual(await fingerprints(service.databaseUrl), before)) return { file, before };
  }
}

test('a restored backup has every row of every table and queue as it was, with the triggers at work again', async () => {
  const { file, before } = await backUpAtRest();
  const other = await createTestDatabase();
  try {
    const { rows, created_at } = await restoreBackup(file, other.ownerUrl, KEYS);
    expect(created_at).toBe('2026-11-28T12:00:00.000Z');
    expect(rows).toBeGreaterThan(50);
    expect(await fingerprints(other.url)).toEqual(before);
    const client = new pg.Client({ connectionString: other.ownerUrl });
    await client.connect();
    await expect(client.query('DELETE FROM ledger_entries')).rejects.toThrow('is written once');
    await client.end();
    await expect(restoreBackup(file, other.ownerUrl, KEYS)).rejects.toThrow('The database is in use.');
  } finally {
    await other.drop();
  }
});

test('a backup that is made while donors donate is of one moment: its ledger agrees, whatever it has of them', async () => {
  const { key } = await storedCause();
  const donating = Promise.all(Array.from({ length: 12 }, () => donation(key)));
  const copies = [await backUp(), await backUp()];
  await donating;
  for (const copy of copies) {
    const other = await createTestDatabase();
    try {
      await restoreBackup(copy, other.ownerUrl, KEYS);
      await agrees(other.url);
    } finally {
      await other.drop();
    }
  }
});

// It starts a database server of its own, which costs more than all the other tests together.
test('a backup is tried in a database of its own', { tags: ['full'] }, async () => {
  expect(await tryBackup(await backUp(), KEYS, agrees)).toMatchObject({ rows: expect.any(Number) });
});

test('a file that is damaged, cut off, of another key or of another version is refused, and nothing is changed', async () => {
  const file = await backUp();
  const whole = readFileSync(file);
  const copyWith = (change: (bytes: Buffer) => Buffer) => {
    const copy = newFile();
    writeFileSync(copy, change(Buffer.from(whole)));
    return copy;
  };
  const middle = Math.floor(whole.length / 2);
  const flipped = copyWith((bytes) => {
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    return bytes;
  });
  const dated = copyWith((bytes) =>
    Buffer.from(bytes.toString('latin1').replace('2026-11-28T12', '2026-11-29T12'), 'latin1'),
  );
  const older = copyWith((bytes) =>
    Buffer.from(bytes.toString('latin1').replace(/"migration":"\d{14}/, '"migration":"20200101000000'), 'latin1'),
  );
  const other = await createTestDatabase();
  try {
    const before = await fingerprints(other.url);
    const refusal = (path: string, keys = KEYS) =>
      restoreBackup(path, other.ownerUrl, keys).then(
        () => 'restored',
        ({ message }) => message,
      );
    const damaged = `It is damaged, or another key was called "${KEYS[0].id}" when it was made.`;
    for (const path of [
      flipped,
      dated,
      copyWith((bytes) => bytes.subarray(0, -1)),
      copyWith((bytes) => bytes.subarray(0, middle)),
    ])
      expect(await refusal(path)).toBe(damaged);
    expect(await refusal(older)).toContain('It is of the version with the migration 20200101000000');
    expect(await refusal(file, [{ ...KEYS[0], key: Buffer.alloc(32, 7) }])).toBe(damaged);
    expect(await refusal(file, readDataKeys(newDataKey()))).toContain(`encrypted with the key "${KEYS[0].id}"`);
    expect(await refusal(join(folder, 'missing'))).toBe('There is no such file.');
    expect(await refusal(copyWith(() => Buffer.from('hello')))).toBe('It is no backup of this service.');
    expect(await fingerprints(other.url)).toEqual(before);
    expect(await refusal(file)).toBe('restored');
  } finally {
    await other.drop();
  }
});

test('a backup names the version of its database, which may be newer than this build', async () => {
  const newer = await createTestDatabase();
  try {
    await administer(
      newer.ownerUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('newer', '', '29990101000000_newer', now())`,
    );
    const file = newFile();
    await createBackup(file, newer.url, KEYS, NOW);
    expect(await readHeader(file)).toMatchObject({ migration: '29990101000000_newer' });
    await expect(restoreBackup(file, newer.ownerUrl, KEYS)).rejects.toThrow('Restore it with that version');
  } finally {
    await newer.drop();
  }
});

test('only its owner can read a backup, no person stands in it in the clear, and no file is overwritten', async () => {
  expect((await findStored('rosa.backup@example.org')).length).toBeGreaterThan(0);
  const file = await backUp();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes('rosa.backup')).toBe(false);
  await expect(createBackup(file, service.databaseUrl, KEYS, NOW)).rejects.toThrow('EEXIST');
  const lost = newFile();
  copyFileSync(file, lost);
  await expect(createBackup(newFile(), 'postgresql://nobody:x@127.0.0.1:1/none', KEYS, NOW)).rejects.toThrow();
  expect(readFileSync(lost).equals(readFileSync(file))).toBe(true);
});
