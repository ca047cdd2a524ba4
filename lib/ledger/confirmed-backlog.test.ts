import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { ownDatabase } from '#testing/ledger.ts';
import { madeAnew, migrationsAround } from '#testing/migrations.ts';

ownDatabase();

const { before, itself, after } = migrationsAround('release_is_confirmed');

/** Payments of before: their state, and when they were released, in days from today; null: not known. */
const OLD_PAYMENTS = [
  ['long_ago', 'approved', -31],
  ['lately', 'approved', -29],
  ['to_come', 'approved', 3],
  ['unknown', 'approved', null],
  ['unmatched', 'refund_due', -1],
] as const;

let rows: Record<string, { is_released: boolean; cost_due_at: Date | null }>;

beforeAll(async () => {
  await madeAnew(async (client) => {
    for (const sql of before) await client.query(sql);
    await writeOldPayments(client);
    for (const sql of [itself, ...after]) await client.query(sql);
    const found = await client.query('SELECT id, is_released, cost_due_at FROM payments');
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
           gateway_reference, gateway_payment_id, succeeded_at, settled_at, refund_reason, receipt_token, cause_title,
           released_at, cost_due_at)
         VALUES ($1, $2, 'old', 'card', 'stripe', 1, $3, 50, 'USD', 5000, $4, $4, now() - interval '40 days', now(),
           CASE WHEN $3 = 'refund_due' THEN 'late' END, 'rct_' || $1, 'Old',
           now() + make_interval(days => $5), CASE WHEN $5 > 0 THEN now() + make_interval(days => $5) END)`,
      [id, `chl_${id}`, state, `pi_${id}`, days],
    );
  }
}

test('money that was released long ago stays so, and its gateway is not asked again', () => {
  expect(rows.long_ago).toMatchObject({ is_released: true, cost_due_at: null });
  expect(rows.unmatched).toMatchObject({ cost_due_at: null });
});

test('of everything else the gateway is asked, of money to come at its time', () => {
  for (const id of ['lately', 'to_come', 'unknown'])
    expect(rows[id]).toMatchObject({ is_released: false, cost_due_at: expect.any(Date) });
  expect(rows.to_come?.cost_due_at?.getTime()).toBeGreaterThan(Date.now() + 2 * 86_400_000);
  for (const id of ['lately', 'unknown'])
    expect(rows[id]?.cost_due_at?.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
});
