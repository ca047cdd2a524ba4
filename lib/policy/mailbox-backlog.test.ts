import { domainToASCII } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { ownDatabase } from '#testing/ledger.ts';
import { madeAnew, migrationsAround } from '#testing/migrations.ts';

ownDatabase();

const { before, itself, after } = migrationsAround('mailboxes');

/** Domains of accounts before addresses had one spelling. */
const DOMAINS = [
  ...['bücher.example', 'mañana.com', '例え.jp', 'президент.рф', 'عربي.example', 'example.org'],
  ...['sub.köln-düsseldorf.example', 'ñandú.cl', 'xn--bcher-kva.org', '💌.example', 'aöbücdöü.example'],
];

let keys: Record<string, string>;
beforeAll(async () => {
  await madeAnew(async (client) => {
    for (const sql of before) await client.query(sql);
    const add = (id: string, key: string) =>
      client.query('INSERT INTO accounts (id, email, email_key, name) VALUES ($1, $2, $2, $1)', [id, key]);
    for (const domain of DOMAINS) await add(domain, `josé@${domain}`);
    await add('older', 'ana@bücher.example');
    await add('newer', 'ana@xn--bcher-kva.example');
    for (const sql of [itself, ...after]) await client.query(sql);
    const { rows } = await client.query('SELECT id, email_key AS key FROM accounts');
    keys = Object.fromEntries(rows.map(({ id, key }) => [id, key]));
  });
});

test.each(DOMAINS)('the account at %s is found by its spelling in ASCII', (domain) => {
  expect(keys[domain]).toBe(`josé@${domainToASCII(domain)}`);
});

test('nobody’s account becomes another’s: of two spellings with an account each, both stay', () => {
  expect([keys.older, keys.newer]).toEqual(['ana@bücher.example', 'ana@xn--bcher-kva.example']);
});
