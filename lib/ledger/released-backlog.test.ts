import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { ownDatabase } from '#testing/ledger.ts';
import { madeAnew, migrationsAround } from '#testing/migrations.ts';

ownDatabase();

const { before, itself, after } = migrationsAround('money_is_released');

/** Payments from before releases were stored: their state, and how many days ago the money arrived. */
const OLD_PAYMENTS = [
  ['old', 'approved', 61],
  ['young', 'approved', 59],
] as const;

let rows: Record<string, { released_at: Date | null; cost_due_at: Date | null }>;

beforeAll(async () => {
  await madeAnew(async (client) => {
    for (const sql of before) await client.query(sql);
    await writeOldPayments(client);
    for (const sql of [itself, ...after]) await client.query(sql);
    const found = await client.query('SELECT id, released_at, cost_due_at FROM payments');
    rows = Object.fromEntries(found.rows.map((row) => [row.id, row]));
  });
});

async function writeOldPayments(client: pg.Client): Promise<void> {
  await client.query(`
    INSERT INTO clients (id, name) VALUES ('clt_old', 'Old');
    INSERT INTO accounts (id, email, email_key, name) VALUES ('acc_old', 'o@example.org', 'o@example.org', 'Olga');
    INSERT INTO causes (key, client_id, owner_id, slug, title, country, currency, fee_percent, fee_model,
        terms_accepted_at, terms_version, terms_accepted_ip)
      VALUES ('old', 'clt_old', 'acc_old', 'old', 'Old', 'us', 'USD', 4.5, 'plus_gateway_costs', now(), '1', '203.0.113.7')`);
  for (const [id, state, days] of OLD_PAYMENTS) {
    await client.query(
      `INSERT INTO checkout_links (id, client_id, cause_key, amount, currency, fee_percent, expires_at)
         VALUES ($1, 'clt_old', 'old', 50, 'USD', 4.5, now() + interval '1 day')`,
      [`chl_${id}`],
    );
    await client.query(
      `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor,
           gateway_reference, gateway_payment_id, succeeded_at, settled_at)
         VALUES ($1, $2, 'old', 'card', 'stripe', 1, $3, 50, 'USD', 5000, $4, $5, now() - make_interval(days => $6), now())`,
      [id, `chl_${id}`, state, `pi_${id}`, `pi_${id}`, days],
    );
  }
}

test('old money counts as released, and its gateway is not asked', () => {
  expect(rows.old?.released_at).toBeInstanceOf(Date);
  expect(rows.old?.cost_due_at).toBeNull();
});

test('the gateway is asked about younger money, which counts as pending until it has answered', () => {
  expect(rows.young?.released_at).toBeNull();
  expect(rows.young?.cost_due_at).toBeInstanceOf(Date);
});
