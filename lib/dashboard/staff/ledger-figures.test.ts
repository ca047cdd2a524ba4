import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { postAccountLines, storeLines } from '#lib/reconciliation/store-lines.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import {
  applyReport,
  chargeback,
  differences,
  donation,
  movementCosts,
  ownDatabase,
  pendingPayment,
} from '#testing/ledger.ts';
import { creatorWith, sendWithdrawal } from '#testing/withdrawals.ts';
import type { ListQuery } from './filters.ts';
import { type LedgerFigures, ledgerFigures, ledgerOverview } from './ledger.ts';

ownDatabase();

const timeZone = 'America/Bogota';
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30', timeZone };
/** The first instant of November in Bogotá. */
const FIRST = new Date('2026-11-01T05:00:00Z');
const DECEMBER = new Date('2026-12-01T05:00:00Z');

/** A month of the service, with something before and after it. */
beforeAll(async () => {
  const { key, staff, ask } = await creatorWith(200);
  const received = async (succeededAt: Date, amountMajor: number) => {
    const linkId = newId('checkoutLink');
    const id = await pendingPayment(key, { amountMajor, linkId });
    // No payment is older than its link.
    await db().checkoutLink.update({ where: { id: linkId }, data: { createdAt: succeededAt } });
    await applyReport(id, { succeededAt, costs: movementCosts(`txn_${id}`, BigInt(amountMajor * 100), 100n) });
    return id;
  };
  await received(new Date(FIRST.getTime() - 1), 40);
  const first = await received(FIRST, 100);
  await applyReport(first, { refundedMinor: 1000n });
  await applyReport(first, { refundedMinor: 3000n }, DECEMBER);

  const lost = await donation(key, { amountMajor: 60 });
  const won = await donation(key, { amountMajor: 70 });
  for (const [id, amountMinor, ending] of [[lost, 6000n, 'lost'] as const, [won, 7000n, 'won'] as const])
    for (const status of ['open', ending] as const)
      await applyReport(id, { disputes: [chargeback(`du_${id}`, status, { amountMinor })] });
  const open = await donation(key, { amountMajor: 30 });
  await applyReport(open, { disputes: [chargeback('du_open', 'open', { amountMinor: 3000n })] });
  await applyReport(open, { disputes: [chargeback('du_open', 'won', { amountMinor: 3000n })] }, DECEMBER);

  // After its link had ended.
  const late = await pendingPayment(key, { amountMajor: 20 });
  await applyReport(late, { succeededAt: new Date(NOW.getTime() + 2 * 86_400_000) });
  await applyReport(late, { refundedMinor: 2000n });
  await applyReport(late, { refundedMinor: 2000n, disputes: [chargeback('du_late', 'lost', { amountMinor: 2000n })] });

  const [paid, returned] = [await ask(50), await ask(25)];
  for (const { id } of [paid, returned]) await sendWithdrawal(staff, id);
  await changeWithdrawal(staff, returned.id, 'fail', 'Closed account', NOW);

  const { key: inPesos } = await storedCause({ country: 'cl', currency: 'CLP' });
  const pesos = await pendingPayment(inPesos, { amountMajor: 3000 });
  const exchanged = { id: 'txn_clp', amountMinor: 3000n, settledCurrency: 'USD', settledMinor: 330n, feeMinor: 30n };
  const costs = { movements: [exchanged], complete: true, releasedAt: NOW, isReleased: true };
  await applyReport(pesos, { costs });
  await donation(inPesos, { amountMajor: 777 });

  const line = { gatewayPaymentId: null, currency: 'USD', at: new Date(DECEMBER.getTime() - 1) };
  await storeLines('stripe', [
    { ...line, id: 'txn_payout', kind: 'payout', grossMinor: -8000n, feeMinor: 15n, netMinor: -8015n },
    { ...line, id: 'txn_fee', kind: 'fee', grossMinor: -200n, feeMinor: 0n, netMinor: -200n },
  ]);
  await postAccountLines('stripe', { from: FIRST, to: DECEMBER });
  expect(await differences()).toEqual([]);
});

async function figuresOf(query: ListQuery, currency: string) {
  const found = (await ledgerFigures(query))?.find((figures) => figures.currency === currency);
  return {
    moved: Object.fromEntries(
      (found?.moved ?? []).map(({ row, gateways, bank }) => [row, [gateways.amountMajor, bank.amountMajor]]),
    ),
    owed: Object.fromEntries((found?.owed ?? []).map(({ row, amount }) => [row, amount.amountMajor])),
  };
}

test('a month in Bogotá begins with its first instant, and has each row once', async () => {
  expect(await figuresOf(NOVEMBER, 'USD')).toEqual({
    moved: {
      donations: [460, 0],
      refunds: [-10, 0],
      chargebacks: [-90, 0],
      unmatched: [20, 0],
      unmatchedRefunds: [-20, 0],
      unmatchedChargebacks: [-20, 0],
      costs: [-2.3, 0],
      accountFees: [-2.15, 0],
      exchange: [3.3, 0],
      payouts: [-80, 80],
      withdrawals: [0, -50],
      sum: [258.85, 30],
    },
    owed: {
      creator: 300,
      commission: 8,
      gateway_cost: -4.45,
      gateway_cost_recovery: 2,
      dispute_losses: -20,
      exchange: 3.3,
      sum: 288.85,
    },
  });
});

test('pesos without a minor unit are whole, and what was exchanged has left them', async () => {
  expect(await figuresOf(NOVEMBER, 'CLP')).toEqual({
    moved: { donations: [3777, 0], exchange: [-3000, 0], sum: [777, 0] },
    owed: { creator: 3315, commission: 189, gateway_cost_recovery: 273, exchange: -3000, sum: 777 },
  });
});

test('what is undone in a later month is of that month', async () => {
  expect((await figuresOf({ from: '2026-12-01', to: '2026-12-01', timeZone }, 'USD')).moved).toEqual({
    refunds: [-20, 0],
    chargebacks: [30, 0],
    sum: [10, 0],
  });
});

test('days are those of the reader, and both of them count', async () => {
  const donations = async (query: ListQuery) => (await figuresOf(query, 'USD')).moved.donations;
  expect(await donations({ to: '2026-10-31', timeZone })).toEqual([40, 0]);
  expect(await donations({ from: '2026-11-01', to: '2026-11-01', timeZone })).toEqual([100, 0]);
  expect(await donations({ from: '2026-11-01', to: '2026-11-01' })).toEqual([140, 0]);
  expect(await donations({ to: '2026-10-31' })).toBeUndefined();
  expect(await ledgerFigures({ from: '2026-11-30', to: '2026-11-01', timeZone })).toEqual([]);
});

test('without days, or with none that can be read, there are no figures', async () => {
  expect(await ledgerFigures({ timeZone })).toBeNull();
  expect(await ledgerFigures({ from: 'today', to: '', timeZone })).toBeNull();
});

test('all months together are the balances of the ledger', async () => {
  const periods = [{ to: '2026-10-31', timeZone }, NOVEMBER, { from: '2026-12-01', timeZone }];
  const months = (await Promise.all(periods.map(ledgerFigures))).flatMap((figures) => figures ?? []);
  for (const { currency, accounts } of (await ledgerOverview()).currencies) {
    const minor = (amountMajor: number) => Math.round(amountMajor * minorUnitsPerMajor(currency));
    const own = months.filter((figures) => figures.currency === currency);
    const total = (amountOf: (figures: LedgerFigures) => number | undefined) =>
      own.reduce((sum, figures) => sum + minor(amountOf(figures) ?? 0), 0);
    const balance = (...names: string[]) =>
      accounts.reduce((sum, { account, amount }) => sum + (names.includes(account) ? minor(amount.amountMajor) : 0), 0);
    expect(total(({ moved }) => moved.at(-1)?.gateways.amountMajor)).toBe(balance('gateway'));
    expect(total(({ moved }) => moved.at(-1)?.bank.amountMajor)).toBe(balance('bank', 'paid_out'));
    expect(total(({ owed }) => owed.at(-1)?.amount.amountMajor)).toBe(balance('gateway', 'bank', 'paid_out'));
    for (const { account } of accounts.filter(({ account }) => !['gateway', 'bank', 'paid_out'].includes(account)))
      expect(
        total(({ owed }) => owed.find(({ row }) => row === account)?.amount.amountMajor),
        account,
      ).toBe(-balance(account) || 0);
  }
});
