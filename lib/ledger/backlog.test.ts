import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { chargeback, differences, gatewaySays, ownDatabase, postedFor } from '#testing/ledger.ts';
import { migratedOver, writeOldLink } from '#testing/migrations.ts';

ownDatabase();

/** Payments from before the ledger existed, as their rows were: amounts in minor units. */
const OLD_PAYMENTS = [
  ['plain', 'approved', 5000, 0, null],
  ['half_a_cent', 'approved', 100, 0, null],
  ['refunded_in_part', 'approved', 5000, 1001, null],
  ['refunded', 'approved', 5000, 5000, null],
  ['disputed', 'approved', 5000, 0, 'open'],
  ['disputed_after_a_refund', 'approved', 5000, 1000, 'open'],
  ['lost', 'approved', 5000, 700, 'lost'],
  ['won', 'approved', 5000, 0, 'won'],
  ['given_back_too_much', 'approved', 5000, 6000, null],
  ['late', 'refund_due', 5000, 0, null],
  ['late_in_part_back', 'refund_due', 5000, 500, null],
  ['late_and_back', 'refunded', 5000, 5000, null],
  ['late_and_lost', 'refund_due', 5000, 0, 'lost'],
  ['pending', 'pending', null, 0, null],
] as const;

beforeAll(() => migratedOver('ledger', writeOldPayments));

async function writeOldPayments(client: pg.Client): Promise<void> {
  for (const [id, state, amount, refunded, dispute] of OLD_PAYMENTS) {
    await writeOldLink(client, id);
    const known = amount !== null;
    const back = state === 'refund_due' || state === 'refunded';
    await client.query(
      `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor,
           refunded_minor, dispute, gateway_reference, gateway_payment_id, succeeded_at, settled_at, refund_reason, refunded_at)
         VALUES ($1, $2, 'old', 'card', 'stripe', 1, $3, $4, 'USD', $5, $6, $7, $8, $9, $10, $10, $11, $12)`,
      [
        ...[`pay_${id}`, `chl_${id}`, state, Math.ceil((amount ?? 5000) / 100), amount, refunded, dispute],
        ...[`pi_${id}`, known ? `pi_pay_${id}` : null, known ? new Date() : null],
        ...[back ? 'late' : null, state === 'refunded' ? new Date() : null],
      ],
    );
  }
}

/** The current postings of an old payment. */
const posted = (id: string) => postedFor(`pay_${id}`);

test('the migration posts the history of old payments in any state, and the check passes', async () => {
  expect(await differences()).toEqual([]);
});

test('with the same arithmetic and event names as the code', async () => {
  expect(await posted('plain')).toEqual([
    { event: 'donation:…', entries: { 'gateway USD': 5000, 'creator USD': -4775, 'commission USD': -225 } },
  ]);
  expect((await posted('half_a_cent'))[0]?.entries['commission USD']).toBe(-5);
  expect(await posted('disputed_after_a_refund')).toEqual([
    { event: 'dispute:…:1', entries: { 'creator USD': 3820, 'commission USD': 180, 'disputed USD': -4000 } },
    { event: 'donation:…', entries: { 'gateway USD': 5000, 'creator USD': -4775, 'commission USD': -225 } },
    { event: 'refund:…:1', entries: { 'gateway USD': -1000, 'creator USD': 955, 'commission USD': 45 } },
    { event: 'dispute:…:2', entries: { 'gateway USD': -4000, 'disputed USD': 4000 } },
  ]);
  expect(await posted('late_and_back')).toEqual([
    { event: 'refund:…:1', entries: { 'gateway USD': -5000, 'to_give_back USD': 5000 } },
    { event: 'uncounted:…', entries: { 'gateway USD': 5000, 'to_give_back USD': -5000 } },
  ]);
  expect(await posted('pending')).toEqual([]);
});

test('later events of an old payment continue from there', async () => {
  await gatewaySays('pay_refunded_in_part', { refundedMinor: 2000n });
  await gatewaySays('pay_disputed', { disputes: [chargeback('du_1', 'lost', { amountMinor: 2000n })] });
  const events = [...(await posted('refunded_in_part')), ...(await posted('disputed'))];
  expect(events.map(({ event }) => event)).toContain('refund:…:2');
  expect(events.map(({ event }) => event)).toContain('dispute:…:3');
  expect(await differences()).toEqual([]);
});

test('gateways are asked for the fees of old payments', async () => {
  const waiting = await db().payment.findMany({
    where: { costDueAt: { not: null } },
    select: { state: true },
  });
  expect(waiting.length).toBeGreaterThan(8);
  expect(waiting.some(({ state }) => state === 'pending')).toBe(false);
});
