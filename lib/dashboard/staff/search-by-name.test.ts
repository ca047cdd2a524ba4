import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { provisionAccount } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { listRecords } from '#lib/payments/views/list-records.ts';
import { NOW, storedCause, storedContribution } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { runs } from '#testing/runs.ts';
import { listCauses } from './causes.ts';
import { listAllKeys, listClients } from './clients.ts';
import { findPeople } from './find-people.ts';
import { listPayments } from './payments.ts';

ownDatabase();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** What is stored, and how people type it. */
const NAMES = [
  ['Bogotá Niñez', ['bogota ninez', 'BOGOTÁ NIÑEZ', 'Bogota\u0301 nin\u0303ez']],
  ['Jörg Müller', ['JÖRG MÜLLER', 'jorg muller']],
  ['Grosse Straße', ['grosse strasse', 'GROSSE STRASSE', 'große straße']],
  ['São João', ['sao joao', 'SÃO JOÃO']],
  ['Łukasz Øre', ['lukasz ore', 'łukasz øre']],
  ['Çağlar İnci', ['caglar inci', 'ÇAĞLAR İNCİ']],
  ['Ёлка Сигма', ['елка сигма', 'ЁЛКА СИГМА']],
  ['Ὀδυσσεύς', ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς']],
] as const;

test.each(NAMES)('%s is found in every list as people type it', async (name, typed) => {
  const { key } = await storedCause({ title: `Para ${name} hoy` });
  const payment = await storedContribution(key, { row: { donorName: name, donorEmail: 'x@example.org' } });
  await storedContribution(key, { row: { donorName: 'Ana' } });
  const { account } = await provisionAccount(db(), { email: `${newId('account')}@example.org`, name });
  const client = await db().client.create({ data: { id: newId('client'), name: `Fundación ${name}` } });
  const keyId = newId('apiKey');
  await db().apiKey.create({
    data: { id: keyId, clientId: client.id, hash: sha256(keyId), permissions: [], name },
  });
  const ids = (found: { rows: readonly { id: string }[] }) => found.rows.map(({ id }) => id);
  // While somebody still types it: of one name in the gate.
  const begun = typed.map((whole) => whole.slice(0, -1));
  for (const text of [...typed, ...runs(name === NAMES[0][0] ? begun : [], begun)]) {
    const list = {
      creators: await listRecords([key], { text }, undefined, 10),
      payments: await listPayments({ q: text }),
    };
    expect([ids(list.creators), ids(list.payments)], text).toEqual([[payment], [payment]]);
    expect(await findPeople(text, 10), text).toMatchObject([{ id: account.id }, { kind: 'donor', name }]);
    expect(
      (await listCauses({ q: text })).rows.map((row) => row.key),
      text,
    ).toEqual([key]);
    expect(ids(await listClients({ q: text }, NOW)), text).toEqual([client.id]);
  }
  for (const text of typed) expect(ids(await listAllKeys({ q: text }, NOW)), text).toEqual([keyId]);
});

test.each(['Gómez Ana María', 'gomez, ana maria', 'María Gómez Ana'])(
  'Ana María Gómez is found as %s, after those of that name',
  async (text) => {
    const { key } = await storedCause({ title: 'Pozo' });
    const donor = (donorName: string) =>
      storedContribution(key, { row: { donorName, donorEmail: `${newId('account')}@example.org` } });
    const [found, first] = [await donor('Ana María Gómez'), await donor(text.replace(',', ''))];
    const people = (await findPeople(text.replace(',', ''), 100)).map(({ id }) => id);
    expect(people.indexOf(first)).toBeGreaterThanOrEqual(0);
    expect(people.indexOf(first)).toBeLessThan(people.indexOf(found));
    expect((await listPayments({ q: text })).rows.map(({ id }) => id)).toContain(found);
  },
);

test('a text of many words is no name in another order', async () => {
  const { key } = await storedCause({ title: 'Pozo' });
  await storedContribution(key, { row: { donorName: 'seis de uno dos tres cuatro' } });
  expect((await listPayments({ q: 'uno dos tres cuatro seis de' })).rows).toEqual([]);
});

test.each(['%', '_na', 'A%', '\\', "O'Br", '*', 'An_ '])('%s is no pattern', async (text) => {
  const { key } = await storedCause({ title: 'Pozo' });
  await storedContribution(key, { row: { donorName: 'Ana', donorEmail: 'ana@example.org' } });
  const client = await db().client.create({ data: { id: newId('client'), name: 'Ana' } });
  const keyId = newId('apiKey');
  await db().apiKey.create({
    data: { id: keyId, clientId: client.id, hash: sha256(keyId), permissions: [], name: 'Ana' },
  });
  expect((await listRecords([key], { text }, undefined, 10)).rows).toEqual([]);
  expect((await listPayments({ q: text })).rows).toEqual([]);
  expect(await findPeople(text, 10)).toEqual([]);
  expect((await listClients({ q: text }, NOW)).rows).toEqual([]);
  expect((await listAllKeys({ q: text }, NOW)).rows).toEqual([]);
});

test.each(['ﷺ', '½', '² &', 'a:* | b', '!!', "''"])('%s in a title’s search is only text', async (text) => {
  expect((await listCauses({ q: text })).rows).toEqual([]);
});
