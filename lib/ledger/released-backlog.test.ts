import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { migratedOver, writeOldLink } from '#testing/migrations.ts';

ownDatabase();

/** Payments from before releases were stored: their state, and how many days ago the money arrived. */
const OLD_PAYMENTS = [
  ['old', 'approved', 61],
  ['young', 'approved', 59],
] as const;

type Row = { released_at: Date | null; cost_due_at: Date | null };
let rows: Record<string, Row>;

beforeAll(async () => {
  await migratedOver('money_is_released', writeOldPayments);
  const found = await db().$queryRaw<
    (Row & { id: string })[]
  >`SELECT id, released_at, cost_due_at FROM payments`;
  rows = Object.fromEntries(found.map((row) => [row.id, row]));
});

async function writeOldPayments(client: pg.Client): Promise<void> {
  for (const [id, state, days] of OLD_PAYMENTS) {
    await writeOldLink(client, id);
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
