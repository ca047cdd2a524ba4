import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { connectAsOwner } from '#testing/as-owner.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { chargeback, differences, donation, gatewaySays, ownDatabase, postedFor } from '#testing/ledger.ts';
import { migrationsAround } from '#testing/migrations.ts';
import { causeBalance } from './balance.ts';
import { type PaymentFacts, type Reversals, reversal, UNTOUCHED } from './payment-postings.ts';
import { post } from './post.ts';
import { causeStatements } from './statement.ts';

ownDatabase();

const { itself } = migrationsAround('reversals_by_kind');

async function migrate(): Promise<void> {
  const owner = await connectAsOwner();
  await owner.query('BEGIN');
  await owner.query(itself);
  await owner.query('COMMIT');
  await owner.end();
}

const away = (refundedMinor: bigint, disputedMinor: bigint): Reversals => ({
  ...UNTOUCHED,
  refundedMinor,
  disputedMinor,
});

/** Posts as earlier releases did: each report by its whole difference. */
async function postedByReport(id: string, causeKey: string, steps: ['refund' | 'dispute', Reversals][]) {
  const payment: PaymentFacts = {
    ...{ gateway: 'stripe', causeKey, currency: 'USD', amountMinor: 5000n, feePercent: '5' },
    ...{ feeModel: 'plus_gateway_costs', counted: true },
  };
  let before = UNTOUCHED;
  for (const [n, [kind, after]] of steps.entries()) {
    const entries = reversal(payment, before, after);
    const posting = { kind, dedupeKey: `${kind}:${id}:${n}`, at: NOW, paymentId: id, entries };
    await transaction((tx) => post(tx, posting));
    before = after;
  }
  await db().payment.update({ where: { id }, data: { ...before } });
  const { id: gatewayDisputeId, ...facts } = chargeback(`du_${id}`, 'open');
  await db().dispute.create({
    data: { ...facts, id: `dsp_${id}`, paymentId: id, gateway: 'stripe', gatewayDisputeId, createdAt: NOW },
  });
}

async function linesOf(key: string): Promise<Record<string, bigint>> {
  const period = { from: new Date(0), before: new Date('2100-01-01') };
  const [statement] = await causeStatements(db(), { key, currency: 'USD' }, period);
  return Object.fromEntries(statement?.lines.map(({ name, amountMinor }) => [name, amountMinor]) ?? []);
}

test('what an earlier release posted as another kind is put right in statements, once, and no balance changes', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  await postedByReport(id, key, [
    ['refund', away(2000n, 0n)],
    ['dispute', away(2000n, 5000n)],
    ['refund', away(0n, 5000n)],
  ]);
  expect(await linesOf(key)).toMatchObject({ refunds: -2000n, disputes: -3000n });
  const before = await causeBalance(db(), key);
  await migrate();
  expect(await linesOf(key)).toMatchObject({ refunds: 0n, disputes: -5000n });
  expect(await causeBalance(db(), key)).toEqual(before);
  expect(await differences()).toEqual([]);
  const posted = await postedFor(id);
  expect(posted.filter(({ event }) => event.endsWith(':by_kind'))).toEqual([
    {
      event: 'dispute:…:by_kind',
      entries: { 'creator USD': 1900, 'commission USD': 100, 'dispute_losses USD': -2000 },
    },
    {
      event: 'refund:…:by_kind',
      entries: { 'creator USD': -1900, 'commission USD': -100, 'dispute_losses USD': 2000 },
    },
  ]);
  await migrate();
  expect(await postedFor(id)).toHaveLength(posted.length);
  await gatewaySays(id, { disputes: [chargeback(`du_${id}`, 'won')] });
  expect(await linesOf(key)).toMatchObject({ refunds: 0n, disputes: 0n });
  expect(await differences()).toEqual([]);
});

test('what agrees with its payment stays as it is', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  await gatewaySays(id, { refundedMinor: 2000n, disputes: [chargeback(`du_${id}`, 'open')] });
  await gatewaySays(id, { refundedMinor: 0n });
  const late = await donation(key);
  await gatewaySays(late, { refundedMinor: 1234n });
  const posted = [await postedFor(id), await postedFor(late)];
  await migrate();
  expect([await postedFor(id), await postedFor(late)]).toEqual(posted);
});
