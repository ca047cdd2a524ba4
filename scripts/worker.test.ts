import { beforeAll, expect, test } from 'vitest';
import { db, pool } from '#lib/db.ts';
import { encryptStored } from '#lib/encryption/stored.ts';
import { newDataKey } from '#lib/env/data-keys.ts';
import { env } from '#lib/env.ts';
import { startChild } from '#testing/child-server.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { until } from '#testing/money.ts';

ownDatabase();

const NAME = 'of-before';
const kept = async () => (await db().serviceSecret.findUniqueOrThrow({ where: { name: NAME } })).value;

beforeAll(async () => {
  await db().serviceSecret.create({ data: { name: NAME, value: 'readable' } });
});

// `npm start` and `npm run dev` always provide a key.
test('without a key nothing is encrypted, and the log warns', { tags: ['full'] }, async () => {
  const worker = await startChild('scripts/worker.ts', { DATA_ENCRYPTION_KEY: '', LOG_LEVEL: 'warn' });
  await until('it says so', async () => worker.output().includes('DATA_ENCRYPTION_KEY is not set'));
  expect(await kept()).toBe('readable');
  await worker.kill();
});

test.each(['server.ts', 'scripts/worker.ts'])(
  'a key that is missing ends the start of %s with one sentence that names it',
  async (entry) => {
    const { dataKeys } = env();
    if (!dataKeys) throw new Error('the tests have a key');
    await encryptStored(pool(), dataKeys, { anew: false });
    await expect(startChild(entry, { DATA_ENCRYPTION_KEY: newDataKey() })).rejects.toThrow(
      /did not start: DATA_ENCRYPTION_KEY lacks the key "test", which data of this database is encrypted with: add it back, after the newest\.\n$/,
    );
  },
);
