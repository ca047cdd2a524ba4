// @module-tag full

import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, donation, ownDatabase } from '#testing/ledger.ts';
import { exportDonors } from './export-donors.ts';
import type { RecordFilter } from './list-records.ts';

ownDatabase();

async function fileOf(keys: string[], filter: Parameters<typeof exportDonors>[1] = {}): Promise<string[]> {
  let file = '';
  for await (const piece of exportDonors(keys, filter)) file += piece;
  return file.split('\r\n').slice(1, -1);
}

async function given(key: string, row: object, link: object = {}): Promise<string> {
  const id = await donation(key);
  const { linkId } = await db().payment.update({ where: { id }, data: row });
  await db().checkoutLink.update({ where: { id: linkId }, data: link });
  return id;
}

test('a donor is one line, with the latest name and language and all that they gave', async () => {
  const { key } = await storedCause();
  const [first, last] = [new Date('2026-11-01T10:00:00Z'), new Date('2026-11-05T10:00:00Z')];
  await given(key, {
    donorName: 'Ana',
    donorEmail: 'Ana@example.org',
    donorLocale: 'en',
    succeededAt: first,
  });
  const second = await given(key, {
    donorName: '=Ana Pérez',
    donorEmail: 'ana@example.org',
    donorLocale: 'es-CO',
    succeededAt: last,
  });
  await applyReport(second, { refundedMinor: 1000n });
  expect(await fileOf([key])).toEqual([
    `'=Ana Pérez,ana@example.org,es-CO,2,90.00,USD,2026-11-01T10:00:00.000Z,2026-11-05T10:00:00.000Z,${key},A well`,
  ]);
  expect(await fileOf([key], { before: last })).toMatchObject([expect.stringContaining(',1,50.00,')]);
});

test('nobody is in it who gave anonymously or without an email, or whose donation went back', async () => {
  const { key } = await storedCause();
  const named = (name: string) => ({ donorName: name, donorEmail: `${name}@example.org` });
  await given(key, { ...named('hidden'), donorAnonymous: true });
  await given(key, { ...named('hidden-by-link'), donorAnonymous: null }, { anonymous: true });
  await given(key, { donorName: 'without', receiptEmail: 'receipt@example.org' });
  await applyReport(await given(key, named('refunded')), { refundedMinor: 5000n });
  await applyReport(await given(key, named('disputed')), { disputes: [chargeback('du_thanks', 'open')] });
  // Somebody who gave twice is thanked for what they gave by name.
  await given(key, { ...named('both'), donorAnonymous: true });
  await given(key, named('both'));
  const lines = await fileOf([key]);
  expect(lines.map((line) => line.split(',').slice(1, 5))).toEqual([['both@example.org', '', '1', '50.00']]);
});

test('pesos of Chile have no cents in it, and other causes’ donors are not in it', async () => {
  const { key } = await storedCause({ currency: 'CLP', country: 'cl' });
  const { key: other } = await storedCause();
  await given(key, { donorEmail: 'ana@example.org' });
  await given(other, { donorEmail: 'olga@example.org' });
  const lines = await fileOf([key]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(',1,50,CLP,');
});

test('it has the filters of the list: a search and a status too', async () => {
  const { key } = await storedCause();
  await given(key, { donorName: 'Ana Pérez', donorEmail: 'ana@example.org' });
  await given(key, { donorName: 'Olga', donorEmail: 'olga@example.org' }, { externalReference: 'order-7' });
  const part = await given(key, { donorName: 'Rosa', donorEmail: 'rosa@example.org' });
  await applyReport(part, { refundedMinor: 1000n });
  await given(key, { donorName: 'Ana Ríos', donorEmail: 'hidden@example.org', donorAnonymous: true });
  const emailsOf = async (filter: RecordFilter) =>
    (await fileOf([key], filter)).map((line) => line.split(',')[1]).toSorted();
  expect(await emailsOf({ text: 'ana' })).toEqual(['ana@example.org']);
  expect(await emailsOf({ text: 'order-7' })).toEqual(['olga@example.org']);
  expect(await emailsOf({ text: 'nobody' })).toEqual([]);
  expect(await emailsOf({ status: 'approved' })).toEqual(['ana@example.org', 'olga@example.org']);
  expect(await emailsOf({ status: 'partially_refunded' })).toEqual(['rosa@example.org']);
  expect(await emailsOf({ status: 'refunded' })).toEqual([]);
});
