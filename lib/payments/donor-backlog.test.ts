import { domainToASCII } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { wrongTotals } from '#lib/causes/check-totals.ts';
import { causeTotals } from '#lib/causes/totals.ts';
import { db, snapshot } from '#lib/db.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { migratedOver, writeOldLink } from '#testing/migrations.ts';

ownDatabase();

/** Addresses of donors before they were stored in one spelling: each of one donor, spelled in two ways. */
const DONORS = [
  ['Ana@Bücher.example', 'ana@xn--bcher-kva.example'],
  ['eva@ПРИМЕР.example', 'eva@xn--e1afmkfd.example'],
  ['jose\u0301@straße.example', 'José@xn--strae-oqa.example'],
  ['ina@例え.example', 'ina@xn--r8jz45g.example'],
] as const;

beforeAll(() =>
  migratedOver('emails_in_one_spelling', async (owner) => {
    for (const [at, email] of DONORS.flat().entries()) {
      await writeOldLink(owner, `${at}`);
      await owner.query(
        `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor,
             gateway_reference, gateway_payment_id, succeeded_at, settled_at, donor_email, receipt_email)
           VALUES ($1, $2, 'old', 'card', 'stripe', 1, 'approved', 50, 'USD', 5000, $1, $1, now(), now(), $3, $3)`,
        [`pay_${at}`, `chl_${at}`, email],
      );
      await owner.query(
        `INSERT INTO emails (id, recipient, template, locale, data) VALUES ($1, $2, 'donation_completed', 'en', '{}')`,
        [`eml_${at}`, email],
      );
    }
    // Two accounts of one address, and one alone.
    const accounts = [
      ['older', 'rene\u0301@example.org'],
      ['newer', 'ren\u00e9@example.org'],
      ['alone', 'ine\u0301s@example.org'],
    ];
    for (const [id, key] of accounts)
      await owner.query('INSERT INTO accounts (id, email, email_key, name) VALUES ($1, $2, $2, $1)', [
        id,
        key,
      ]);
  }),
);

const canonical = DONORS.flat().map((email) => {
  const [local = '', domain = ''] = email.split('@');
  return `${local.normalize('NFC')}@${domainToASCII(domain)}`;
});

test('stored addresses of donors get their one spelling, and each donor counts once', async () => {
  const payments = await db().payment.findMany({ orderBy: { id: 'asc' } });
  expect(payments.map(({ donorEmail }) => donorEmail)).toEqual(canonical);
  expect(payments.map(({ receiptEmail }) => receiptEmail)).toEqual(canonical);
  expect(await causeTotals(db(), 'old')).toMatchObject({ contributions: 8, contributors: DONORS.length });
  expect(await snapshot((tx) => wrongTotals(tx, 10))).toEqual([]);
});

test('so do recipients of mails', async () => {
  const mails = await db().email.findMany({ orderBy: { id: 'asc' } });
  expect(mails.map(({ recipient }) => recipient)).toEqual(canonical);
});

test('accounts are found by composed letters, and of two with one address both stay', async () => {
  const accounts = await db().account.findMany({ where: { id: { in: ['older', 'newer', 'alone'] } } });
  expect(Object.fromEntries(accounts.map(({ id, emailKey }) => [id, emailKey]))).toEqual({
    older: 'rene\u0301@example.org',
    newer: 'ren\u00e9@example.org',
    alone: 'in\u00e9s@example.org',
  });
});
