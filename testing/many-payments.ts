import { connectAsOwner } from './as-owner.ts';
import { NOW } from './causes.ts';

/**
 * Inserts so many approved payments of a cause, a minute apart; some donors' names look like formulas. Totals are computed
 * at the end.
 */
export async function manyPayments(causeKey: string, count: number): Promise<void> {
  const client = await connectAsOwner();
  try {
    await client.query(
      `INSERT INTO checkout_links (id, client_id, cause_key, amount, currency, fee_percent, external_reference, created_at, expires_at)
       SELECT 'chl_' || $1 || n, 'clt_service', $1, 50, 'USD', 5, 'order-' || n, $3, $3::timestamptz + interval '1 day'
         FROM generate_series(1, $2::int) n`,
      [causeKey, count, NOW],
    );
    await client.query('ALTER TABLE payments DISABLE TRIGGER payments_keep_totals_inserted');
    await client.query(
      `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor,
                             gateway_reference, gateway_payment_id, created_at, succeeded_at, settled_at, donor_name, donor_email,
                             receipt_token, cause_title)
       SELECT 'pay_' || $1 || n, 'chl_' || $1 || n, $1, 'card', 'stripe', 1, 'approved', 50, 'USD', 5000,
              'pi_' || $1 || n, 'pi_' || $1 || n, at, at, at, '=Donor ' || n, 'donor' || n || '@example.org',
              'rct_' || $1 || n, 'A well'
         FROM (SELECT n, $3::timestamptz - n * interval '1 minute' AS at FROM generate_series(1, $2::int) n) minutes`,
      [causeKey, count, NOW],
    );
    await client.query('ALTER TABLE payments ENABLE TRIGGER payments_keep_totals_inserted');
    await client.query('SELECT rebuild_totals()');
    // From every row instead of a random sample, so that plans are the same in every run.
    await client.query('SET default_statistics_target = 1000');
    await client.query('ANALYZE checkout_links, payments');
  } finally {
    await client.end();
  }
}
