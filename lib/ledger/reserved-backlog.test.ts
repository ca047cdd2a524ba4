import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { differences, gatewaySays, ownDatabase, postedFor } from '#testing/ledger.ts';
import { migratedOver, writeOldLink } from '#testing/migrations.ts';

ownDatabase();

/** Payments of 50 dollars at 4.5 % from before refunds were reserved: what was refunded and what is asked for, in cents. */
const OLD_PAYMENTS = [
  { id: 'plain', state: 'approved', refunded: 0, asked: 0, waits: 0 },
  { id: 'asked', state: 'approved', refunded: 0, asked: 5000, waits: 0 },
  { id: 'in_part', state: 'approved', refunded: 1001, asked: 333, waits: 0 },
  { id: 'waits', state: 'approved', refunded: 0, asked: 0, waits: 4000 },
  // A gateway counts refunds from when they are asked for: until its next report they count twice.
  { id: 'counted', state: 'approved', refunded: 5000, asked: 5000, waits: 0 },
  { id: 'late', state: 'refund_due', refunded: 0, asked: 5000, waits: 0 },
] as const;

beforeAll(() => migratedOver('pending_refunds_are_reserved', writeOldPayments));

async function writeOldPayments(client: pg.Client): Promise<void> {
  for (const payment of OLD_PAYMENTS) await writeOldPayment(client, payment);
}

async function writeOldPayment(client: pg.Client, payment: (typeof OLD_PAYMENTS)[number]): Promise<void> {
  const { id, state, refunded, asked, waits } = payment;
  const counted = state === 'approved';
  await writeOldLink(client, id);
  await client.query(
    `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor, refunded_minor,
         gateway_reference, gateway_payment_id, succeeded_at, settled_at, refund_reason)
       VALUES ($1, $2, 'old', 'card', 'stripe', 1, $3, 50, 'USD', 5000, $4, $5, $6, now(), now(), $7)`,
    [`pay_${id}`, `chl_${id}`, state, refunded, `pi_${id}`, `pi_pay_${id}`, counted ? null : 'late'],
  );
  const back = Math.round((225 * refunded) / 5000);
  await post(client, id, counted ? 'donation' : 'uncounted', {
    ...{ gateway: 5000, creator: counted ? -4775 : 0 },
    ...{ commission: counted ? -225 : 0, to_give_back: counted ? 0 : -5000 },
  });
  if (refunded > 0)
    await post(client, id, 'refund', { gateway: -refunded, creator: refunded - back, commission: back });
  if (asked > 0)
    await client.query(
      `INSERT INTO refunds (id, payment_id, request_key, amount_minor, reason, requested_by, created_at)
         VALUES ($1, $2, 'form', $3, 'Asked for', $4, now())`,
      [`ref_${id}`, `pay_${id}`, asked, counted ? 'acc_old' : null],
    );
  if (waits > 0)
    await client.query(
      `INSERT INTO refund_approvals (id, payment_id, request_key, amount_minor, seen_minor, reason, requested_by, requested_at)
         VALUES ($1, $2, 'form', $3, 0, 'Asked for', 'acc_old', now())`,
      [`rfa_${id}`, `pay_${id}`, waits],
    );
}

async function post(
  client: pg.Client,
  id: string,
  kind: string,
  amounts: Record<string, number>,
): Promise<void> {
  const entries = Object.entries(amounts).filter(([, amount]) => amount !== 0);
  await client.query(
    `WITH posted AS (INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, at)
                     VALUES ($1, $2, $3, $4, now()) RETURNING id)
     INSERT INTO ledger_entries (transaction_id, line, account, detail, currency, amount_minor, cause_key)
     SELECT posted.id, e.line, e.account, CASE WHEN e.account = 'gateway' THEN 'stripe' ELSE '' END, 'USD', e.amount, 'old'
       FROM posted CROSS JOIN unnest($5::text[], $6::bigint[]) WITH ORDINALITY AS e (account, amount, line)`,
    [
      ...[`ltx_${kind}_${id}`, kind, `${kind}:pay_${id}:1`, `pay_${id}`],
      ...[entries.map(([account]) => account), entries.map(([, amount]) => amount)],
    ],
  );
}

const reservedFor = async (id: string) =>
  (await postedFor(`pay_${id}`)).filter(({ event }) => event.startsWith('refund_reserved'));

test('what was asked for before is reserved, once, with the arithmetic of the code', async () => {
  expect(await differences()).toEqual([]);
  expect(await reservedFor('asked')).toEqual([
    {
      event: 'refund_reserved:…:1',
      entries: { 'creator USD': 4775, 'commission USD': 225, 'refunds_reserved USD': -5000 },
    },
  ]);
  expect(await reservedFor('in_part')).toEqual([
    {
      event: 'refund_reserved:…:1',
      entries: { 'creator USD': 318, 'commission USD': 15, 'refunds_reserved USD': -333 },
    },
  ]);
  expect(await reservedFor('waits')).toHaveLength(1);
  for (const id of ['plain', 'counted', 'late']) expect(await reservedFor(id)).toEqual([]);
});

test('the next report continues from there', async () => {
  const createdAt = new Date();
  const refund = { id: 're_1', amountMinor: 5000n, createdAt, hasLeft: true } as const;
  await gatewaySays('pay_asked', {
    refundedMinor: 5000n,
    refunds: [{ ...refund, refundId: 'ref_asked', status: 'succeeded' }],
  });
  expect((await postedFor('pay_asked')).at(-1)).toEqual({
    event: 'refund:…:1',
    entries: { 'gateway USD': -5000, 'refunds_reserved USD': 5000 },
  });
  await gatewaySays('pay_counted', {
    refundedMinor: 0n,
    refunds: [{ ...refund, id: 're_2', refundId: 'ref_counted', status: 'pending' }],
  });
  expect(await db().payment.findUnique({ where: { id: 'pay_counted' } })).toMatchObject({
    ...{ refundedMinor: 0n, refundsPendingMinor: 5000n, refundsMovedMinor: 5000n },
  });
  expect(await differences()).toEqual([]);
});
