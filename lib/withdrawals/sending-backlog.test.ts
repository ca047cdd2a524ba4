import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { migratedOver } from '#testing/migrations.ts';

ownDatabase();

/** Withdrawals of before: their state, and their batch. */
const OLD_WITHDRAWALS = [
  ['alone', 'approved', null],
  ['waiting', 'requested', null],
  ['planned', 'approved', 'bat_planned'],
  ['downloaded', 'approved', 'bat_downloaded'],
  ['left', 'approved', 'bat_downloaded'],
  ['own', 'approved', 'bat_own'],
  ['sent', 'paid', 'bat_sent'],
] as const;

type Row = { state: string; sending_at: Date | null; sending_by: string | null; started_at: Date | null };
let rows: Record<string, Row>;

beforeAll(async () => {
  await migratedOver('withdrawals_sent_in_steps', writeOldWithdrawals);
  const found = await db().$queryRaw<(Row & { id: string })[]>`
    SELECT w.id, w.state, w.sending_at, w.sending_by, b.started_at FROM withdrawals w
      LEFT JOIN payout_items i ON i.withdrawal_id = w.id LEFT JOIN payout_batches b ON b.id = i.batch_id`;
  rows = Object.fromEntries(found.map((row) => [row.id, row]));
});

async function writeOldWithdrawals(client: pg.Client): Promise<void> {
  await client.query(`
    INSERT INTO accounts (id, email, email_key, name) VALUES ('acc_staff', 's@example.org', 's@example.org', 'Sam');
    INSERT INTO bank_accounts (id, owner_id, country, currency, bank_name, account_type, account_number, account_number_end,
        holder_name, holder_document)
      VALUES ('ba_old', 'acc_old', 'us', 'USD', 'First Bank', 'savings', '00123', '0123', 'Olga', 'Passport 1');
    INSERT INTO payout_batches (id, currency, created_by, created_at, exported_at, sent_by, sent_at) VALUES
      ('bat_planned', 'USD', 'acc_staff', now(), NULL, NULL, NULL),
      ('bat_downloaded', 'USD', 'acc_staff', now(), now(), NULL, NULL),
      ('bat_own', 'USD', 'acc_old', now(), now(), NULL, NULL),
      ('bat_sent', 'USD', 'acc_staff', now(), now(), 'acc_staff', now())`);
  for (const [id, state, batch] of OLD_WITHDRAWALS) {
    await client.query(
      `INSERT INTO withdrawals (id, cause_key, bank_account_id, requested_by, idempotency_key, amount, currency, reason, state,
           requested_at, decided_at, paid_at, paid_by)
         VALUES ($1, 'old', 'ba_old', 'acc_old', $1, 10, 'USD', '', $2, now(), CASE WHEN $2 <> 'requested' THEN now() END,
           CASE WHEN $2 = 'paid' THEN now() END, CASE WHEN $2 = 'paid' THEN 'acc_staff' END)`,
      [id, state],
    );
    if (batch)
      await client.query(
        `INSERT INTO payout_items (reference, batch_id, withdrawal_id, released_at)
           VALUES ('W' || $1, $2, $1, CASE WHEN $1 = 'left' THEN now() END)`,
        [id, batch],
      );
  }
}

test('what was approved stays so, unless the bank may have the file of its batch', () => {
  for (const id of ['alone', 'planned', 'left', 'own']) expect(rows[id]?.state).toBe('approved');
  expect(rows.waiting?.state).toBe('requested');
  expect(rows.downloaded).toMatchObject({
    ...{ state: 'sending', sending_by: 'acc_staff', sending_at: expect.any(Date) },
  });
});

test('a batch that was sent had been started; one that a requester created has not', () => {
  expect(rows.sent).toMatchObject({ state: 'paid', sending_at: null, started_at: expect.any(Date) });
  expect([rows.own?.started_at, rows.planned?.started_at]).toEqual([null, null]);
});
