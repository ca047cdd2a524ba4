import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { writeResult } from '#lib/dashboard/results.ts';
import { db, pool, transaction } from '#lib/db.ts';
import { newDataKey, readDataKeys } from '#lib/env/data-keys.ts';
import { env } from '#lib/env.ts';
import { signingKey } from '#lib/receipts/keys.ts';
import { authSecret } from '#lib/sessions/secret.ts';
import { addBankAccount, listBankAccounts, revealBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { asOwner, connectAsOwner } from '#testing/as-owner.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { NEW_BANK_ACCOUNT, staffMember } from '#testing/withdrawals.ts';
import { open } from './seal.ts';
import { countByKey, encryptStored, requireDataKeys } from './stored.ts';

ownDatabase();

/** Numbers of bank accounts, one no longer than the end that is shown of others. */
const NUMBERS = ['1234', '98765432101', 'DE75512108001245126199'];
const SECRET = 'an-auth-secret-from-before-the-key';

/** What a deployment without DATA_ENCRYPTION_KEY has stored, which sets it now. */
beforeAll(async () => {
  await asOwner(`
    INSERT INTO accounts (id, email, email_key, name) VALUES ('acc_olga', 'o@example.org', 'o@example.org', 'Olga');
    INSERT INTO service_secrets (name, value) VALUES ('auth', '${SECRET}');
    INSERT INTO receipt_keys (id, public_key, private_key) VALUES ('old', 'public', 'private-half-of-before'), ('env', 'x', NULL)`);
  for (const number of NUMBERS) await writePlain(number);
});

const idOf = (number: string) => `ba_${number}`;

/** Writes an account as a server without a key does. */
async function writePlain(number: string): Promise<void> {
  await pool().query(
    `INSERT INTO bank_accounts (id, owner_id, country, currency, bank_name, account_type, account_number, account_number_end,
         holder_name, holder_document)
       VALUES ($1, 'acc_olga', 'co', 'USD', 'Bank', 'savings', $2, $3, 'Olga', 'CC ' || $2)`,
    [idOf(number), number, number.slice(number.length > 4 ? -4 : -1)],
  );
}

const olga = { id: 'acc_olga', role: 'creator' } as const;
const keys = () => {
  const { dataKeys } = env();
  if (!dataKeys) throw new Error('the tests have a key');
  return dataKeys;
};

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const owner = await connectAsOwner();
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'pgboss')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      found.push(...rows.map(({ row }) => row));
    }
    return found.join('\n');
  } finally {
    await owner.end();
  }
}

/** A connection that breaks at the n-th statement of a kind. */
async function breakingAt(kind: RegExp, passed: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const query = client.query.bind(client);
  let left = passed;
  client.query = ((text: string, values: unknown[]) => {
    if (kind.test(text) && left-- === 0) throw new Error('killed here');
    return query(text, values);
  }) as typeof client.query;
  return client;
}

const shown = async () => (await listBankAccounts(olga)).map(({ id, maskedNumber }) => `${id} ${maskedNumber}`).sort();

test('values without encryption are shown as they are', async () => {
  const expected = ['ba_1234 •••• 4', 'ba_98765432101 •••• 2101', 'ba_DE75512108001245126199 •••• 6199'];
  expect(await shown()).toEqual(expected);
  const staff = await staffMember();
  expect(await revealBankAccount(staff, idOf('1234'))).toEqual({
    accountNumber: '1234',
    holderDocument: 'CC 1234',
  });
});

test('they are encrypted in place; an interrupted run continues, and every value stays readable', async () => {
  const killed = await breakingAt(/^UPDATE/, 3);
  await expect(encryptStored(killed, keys(), { anew: false })).rejects.toThrow('killed here');
  await killed.end();
  expect((await countByKey(pool())).map(({ values }) => values)).toEqual([3, 5]);

  expect(await encryptStored(pool(), keys(), { anew: false })).toEqual({ values: 5, unreadable: new Set() });
  expect(await countByKey(pool())).toEqual([{ id: 'test', values: 8 }]);
  const stored = await everything();
  for (const secret of [...NUMBERS.slice(1).map((number) => `,${number},`), SECRET, 'private-half'])
    expect(stored).not.toContain(secret);
  const staff = await staffMember();
  for (const number of NUMBERS)
    expect(await revealBankAccount(staff, idOf(number))).toEqual({
      accountNumber: number,
      holderDocument: `CC ${number}`,
    });
  expect(await authSecret()).toBe(SECRET);
  const { privateKey } = await db().receiptKey.findUniqueOrThrow({ where: { id: 'old' } });
  const place = { table: 'receipt_keys', column: 'private_key', row: 'old' };
  expect(open(privateKey ?? '', place)).toBe('private-half-of-before');
  expect((await encryptStored(pool(), keys(), { anew: false })).values).toBe(0);
});

test('values that a server without the key writes meanwhile are shown, and encrypted at the next start', async () => {
  await writePlain('5550001');
  expect(await shown()).toContain('ba_5550001 •••• 0001');
  expect((await encryptStored(pool(), keys(), { anew: false })).values).toBe(2);
});

test('values that another process has encrypted meanwhile are left alone', async () => {
  await writePlain('5550002');
  const both = await Promise.all([1, 2, 3].map(() => encryptStored(pool(), keys(), { anew: false })));
  expect(both.reduce((sum, { values }) => sum + values, 0)).toBe(2);
  expect((await revealBankAccount(await staffMember(), idOf('5550002'))).accountNumber).toBe('5550002');
});

test('nothing typed or generated is readable in the database', async () => {
  await asOwner('DELETE FROM receipt_keys');
  const { owner } = await storedCause();
  await transaction((tx) => addBankAccount(tx, owner, { ...NEW_BANK_ACCOUNT, accountNumber: '44455566677' }, NOW));
  const typed = { accountNumber: '77766655544', holderDocument: 'CC 40302010', bankName: '' };
  await transaction((tx) => writeResult(tx, owner.id, 'bank_account.add', { values: typed }, NOW));
  const { key } = await signingKey();
  expect((await signingKey()).key.equals(key)).toBe(true);
  const privateHalf = key.export({ format: 'der', type: 'pkcs8' }).toString('base64').slice(-40);
  const stored = await everything();
  for (const secret of ['44455566677', '77766655544', '1020304050', '40302010', privateHalf])
    expect(stored, secret).not.toContain(secret);
});

/** Columns whose names sound like secrets, and why they are not. */
const NO_SECRETS: Record<string, string> = {
  'api_keys.hash': 'the key cannot be told from it',
  'checkout_links.browser_hash': 'the secret cannot be told from it',
  'payments.browser_hash': 'the same',
  'known_browsers.token_hash': 'the same',
  'passkeys.public_key': 'public',
  'refund_approvals.request_key': 'names a form',
  'bank_accounts.account_number_end': 'shown everywhere',
  'form_results.reveal': 'sealed with AUTH_SECRET for the hour that it lives',
  'form_results.sealed_values': 'the same',
  'payments.receipt_token': 'the address of a receipt, by which it is found',
  'payments.receipt_number': 'printed on the receipt, to be read out; it opens nothing',
  'receipt_keys.public_key': 'published',
  'refunds.key_number': 'a count',
  'refunds.request_key': 'names a form',
  'sessions.token': 'what a cookie is looked up by',
  'verifications.value': 'of the release before: the code itself is stored nowhere',
};

test('every column that sounds like a secret is encrypted, or listed as no secret', async () => {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'bytea')
        AND column_name ~ 'secret|private|public_key|token|password|number|document|hash$|sealed|reveal|^value$|request_key'
        AND table_name NOT IN ('_prisma_migrations', 'idempotency_records')`,
  );
  const encrypted = [
    'bank_accounts.account_number',
    'bank_accounts.holder_document',
    'receipt_keys.private_key',
    'service_secrets.value',
  ];
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(encrypted));
  expect(names.filter((name) => !encrypted.includes(name) && !(name in NO_SECRETS))).toEqual([]);
});

test('a rotation encrypts everything with the newest key, and reports unreadable values with their key’s id', async () => {
  const [mine] = keys();
  const [next] = readDataKeys(newDataKey());
  const foreign = readDataKeys(newDataKey());
  await writePlain('5550003');
  await encryptStored(pool(), foreign, { anew: false });
  const lacking = `DATA_ENCRYPTION_KEY lacks the key "${foreign[0].id}"`;
  await expect(requireDataKeys(pool(), keys())).rejects.toThrow(lacking);
  await expect(revealBankAccount(await staffMember(), idOf('5550003'))).rejects.toThrow(lacking);
  expect(await shown()).toContain('ba_5550003 •••• 0003');

  const first = await encryptStored(pool(), [next, mine], { anew: true });
  expect([...first.unreadable]).toEqual([expect.stringContaining(lacking)]);
  const left = await countByKey(pool());
  expect(left).toContainEqual({ id: foreign[0].id, values: 2 });
  expect(left.map(({ id }) => id).sort()).toEqual([foreign[0].id, next.id].sort());

  const second = await encryptStored(pool(), [next, ...foreign], { anew: true });
  expect(second).toEqual({ values: 2, unreadable: new Set() });
  await expect(requireDataKeys(pool(), [next])).resolves.toBeUndefined();
  await expect(requireDataKeys(pool(), undefined)).rejects.toThrow(`lacks the key "${next.id}"`);
  // Back to the key of the other tests.
  await encryptStored(pool(), [mine, next], { anew: true });
});

test('another key under the same id is detected before anything is served', async () => {
  const [{ id }] = keys();
  const other = readDataKeys(`${id}:${newDataKey().split(':')[1]}`);
  await expect(requireDataKeys(pool(), other)).rejects.toThrow(`cannot be read with the key "${id}"`);
});

test('it is detected too where bank accounts are all that is stored: the secrets are set in the environment', async () => {
  await asOwner('DELETE FROM service_secrets; DELETE FROM receipt_keys WHERE private_key IS NOT NULL');
  const [{ id }] = keys();
  const other = readDataKeys(`${id}:${newDataKey().split(':')[1]}`);
  await expect(requireDataKeys(pool(), other)).rejects.toThrow(/bank_account.* cannot be read with the key/);
  await expect(requireDataKeys(pool(), keys())).resolves.toBeUndefined();
});

test('a number cannot be moved to another account, and is then unreadable', async () => {
  const [one, another] = [idOf('1234'), idOf('98765432101')];
  await asOwner(
    `UPDATE bank_accounts a SET account_number = b.account_number FROM bank_accounts b WHERE a.id = '${one}' AND b.id = '${another}'`,
  );
  await expect(revealBankAccount(await staffMember(), one)).rejects.toThrow(
    `What bank_accounts.account_number holds of ${one} cannot be read`,
  );
  await expect(requireDataKeys(pool(), keys())).resolves.toBeUndefined();
  for (const change of [`account_number = '1234'`, `account_number_end = '9'`, `holder_document = 'CC 1'`])
    await expect(asOwner(`UPDATE bank_accounts SET ${change} WHERE id = '${another}'`)).rejects.toThrow('written once');
});
