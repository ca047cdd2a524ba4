import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { db, snapshot } from '#lib/db.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { madeAnew, migrationsAround } from '#testing/migrations.ts';
import { wrongTotals } from './check-totals.ts';
import { causeTotals } from './totals.ts';

ownDatabase();

const { before, itself, after } = migrationsAround('kept_totals');

/** Payments from before totals were stored: state, refunded minor units of 5000, dispute, email. */
const OLD_PAYMENTS = [
  ['plain', 'approved', 0, null, 'ana@example.org'],
  ['same_donor', 'approved', 0, null, 'Ana@Example.org'],
  ['in_part_back', 'approved', 1001, null, 'josé@example.org'],
  ['all_back', 'approved', 5000, null, 'bea@example.org'],
  ['more_than_all_back', 'approved', 6000, null, 'bea@example.org'],
  ['nameless', 'approved', 0, null, null],
  ['nameless_too', 'approved', 0, null, null],
  ['disputed', 'approved', 0, 'open', 'ana@example.org'],
  ['lost', 'approved', 0, 'lost', 'eva@example.org'],
  ['won', 'approved', 0, 'won', 'JOSÉ@example.org'],
  ['declined', 'declined', 0, null, 'ana@example.org'],
] as const;

beforeAll(async () => {
  await madeAnew(async (client) => {
    for (const sql of before) await client.query(sql);
    await client.query(`
      INSERT INTO clients (id, name) VALUES ('clt_old', 'Old');
      INSERT INTO accounts (id, email, email_key, name) VALUES ('acc_old', 'o@example.org', 'o@example.org', 'Olga');
      INSERT INTO causes (key, client_id, owner_id, slug, title, country, currency, fee_percent, fee_model,
          terms_accepted_at, terms_version, terms_accepted_ip)
        SELECT key, 'clt_old', 'acc_old', key, 'Old', 'us', 'USD', 5, 'plus_gateway_costs', now(), '1', '203.0.113.7'
          FROM unnest(ARRAY['old', 'bare']) key`);
    for (const payment of OLD_PAYMENTS) await write(client, payment);
    await client.query(itself);
    // A server of the previous release, between the two migrations.
    await write(client, ['meanwhile', 'approved', 0, null, 'ANA@example.org']);
    await client.query(`UPDATE payments SET refunded_minor = 5000 WHERE id = 'pay_plain'`);
    for (const sql of after) await client.query(sql);
  });
});

type OldPayment = readonly [
  id: string,
  state: string,
  refunded: number,
  dispute: string | null,
  email: string | null,
];

async function write(client: pg.Client, [id, state, refunded, dispute, email]: OldPayment): Promise<void> {
  await client.query(
    `INSERT INTO checkout_links (id, client_id, cause_key, amount, currency, fee_percent, expires_at)
       VALUES ($1, 'clt_old', 'old', 50, 'USD', 5, now() + interval '1 day')`,
    [`chl_${id}`],
  );
  await client.query(
    `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor, refunded_minor,
         dispute, gateway_reference, gateway_payment_id, succeeded_at, settled_at, donor_email)
       VALUES ($1, $2, 'old', 'card', 'stripe', 1, $3, 50, 'USD', 5000, $4, $5, $6, $6, now(), now(), $7)`,
    [`pay_${id}`, `chl_${id}`, state, refunded, dispute, `pi_${id}`, email],
  );
}

test('the migrations backfill the totals of old payments, including payments made or changed between the two', async () => {
  expect(await snapshot((tx) => wrongTotals(tx, 100))).toEqual([]);
  expect(await causeTotals(db(), 'old')).toEqual({ collected: 289.99, contributions: 6, contributors: 4 });
  expect(await causeTotals(db(), 'bare')).toEqual({ collected: 0, contributions: 0, contributors: 0 });
});

test('later changes of an old payment are counted', async () => {
  await db().payment.update({ where: { id: 'pay_in_part_back' }, data: { refundedMinor: 5_000n } });
  await db().payment.update({ where: { id: 'pay_won' }, data: { chargedBackMinor: 5_000n } });
  await db().payment.update({ where: { id: 'pay_disputed' }, data: { disputedMinor: 0n } });
  expect(await causeTotals(db(), 'old')).toEqual({ collected: 250, contributions: 5, contributors: 3 });
  expect(await snapshot((tx) => wrongTotals(tx, 100))).toEqual([]);
});
