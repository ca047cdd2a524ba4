import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { migratedOver, writeOldLink } from '#testing/migrations.ts';

ownDatabase();

/** Payments of before, of which nothing was asked any more: what somebody refunds at the gateway, and their dispute. */
const OLD_PAYMENTS = [
  ['certain', 0, null],
  ['refunding', 2000, null],
  ['disputed', 0, ['inquiry', 'open']],
  ['lost', 0, ['chargeback', 'lost']],
] as const;

beforeAll(() =>
  migratedOver('undecided_is_asked', async (owner: pg.Client) => {
    for (const [id, elsewhere, dispute] of OLD_PAYMENTS) {
      await writeOldLink(owner, id);
      await owner.query(
        `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor,
             gateway_reference, gateway_payment_id, succeeded_at, settled_at, receipt_token, cause_title, is_released,
             refunds_pending_minor, refunds_elsewhere_minor)
           VALUES ($1, $2, 'old', 'card', 'stripe', 1, 'approved', 50, 'USD', 5000, $3, $3, now(), now(), 'rct_' || $1, 'Old',
             true, $4, $4)`,
        [id, `chl_${id}`, `pi_${id}`, elsewhere],
      );
      if (dispute)
        await owner.query(
          `INSERT INTO disputes (id, payment_id, gateway, gateway_dispute_id, kind, status, amount_minor, currency, opened_at,
               created_at, ended_at)
             VALUES ($1, $2, 'stripe', $1, $3, $4, 5000, 'USD', now(), now(), CASE WHEN $4 <> 'open' THEN now() END)`,
          [`dsp_${id}`, id, ...dispute],
        );
    }
  }),
);

test('the gateway is asked about what is still undecided, and about nothing else', async () => {
  const asked = await db().payment.findMany({
    where: { costDueAt: { lte: new Date() } },
    orderBy: { id: 'asc' },
  });
  expect(asked.map(({ id }) => id)).toEqual(['disputed', 'refunding']);
});
