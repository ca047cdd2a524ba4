import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { migratedOver, writeOldLink } from '#testing/migrations.ts';

ownDatabase();

/** Payments of before: their state, and when they were released, in days from today; null: not known. */
const OLD_PAYMENTS = [
  ['long_ago', 'approved', -31],
  ['lately', 'approved', -29],
  ['to_come', 'approved', 3],
  ['unknown', 'approved', null],
  ['unmatched', 'refund_due', -1],
] as const;

type Row = { is_released: boolean; cost_due_at: Date | null };
let rows: Record<string, Row>;

beforeAll(async () => {
  await migratedOver('release_is_confirmed', writeOldPayments);
  const found = await db().$queryRaw<
    (Row & { id: string })[]
  >`SELECT id, is_released, cost_due_at FROM payments`;
  rows = Object.fromEntries(found.map((row) => [row.id, row]));
});

async function writeOldPayments(client: pg.Client): Promise<void> {
  for (const [id, state, days] of OLD_PAYMENTS) {
    await writeOldLink(client, id);
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
