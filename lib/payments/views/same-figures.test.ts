import fc from 'fast-check';
import { expect, test } from 'vitest';
import { causeTotals } from '#lib/causes/totals.ts';
import { db } from '#lib/db.ts';
import { type Balance, causeBalance } from '#lib/ledger/balance.ts';
import { causeStatements, type StatementLineName } from '#lib/ledger/statement.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { RemoteDispute } from '#lib/rails/port/reversals.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import {
  chargeback,
  differences,
  donation,
  gatewaySays,
  ownDatabase,
  pendingPayment,
  taken,
} from '#testing/ledger.ts';
import { collectedOverTime } from './collected-over-time.ts';
import { exportRecords } from './export-records.ts';
import { findRecord } from './find-record.ts';
import { listRecords } from './list-records.ts';

ownDatabase();

type Report = Parameters<typeof gatewaySays>[1];
/** The shares of a payment that are refunded, being refunded, and claimed by banks; in hundredths. */
type Step = {
  refunded: number;
  refunding?: number;
  claims: readonly (readonly [RemoteDispute['status'], number])[];
};

const DAY_MS = 86_400_000;
const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** Sums of a file's columns, in minor units, by the names of the balance. */
async function sumsOfFile(key: string, currency: string): Promise<Partial<Record<keyof Balance, bigint>>> {
  let file = '';
  for await (const piece of exportRecords([key], {})) file += piece;
  const [header = '', ...lines] = file.replace('\ufeff', '').split('\r\n').slice(0, -1);
  const names = header.split(',');
  const column = (name: string) =>
    lines.reduce((sum, line) => {
      const cell = Number(line.split(',')[names.indexOf(name)] ?? '');
      return sum + BigInt(Math.round(cell * minorUnitsPerMajor(currency)));
    }, 0n);
  return {
    collectedMinor: column('paid_amount'),
    commissionMinor: column('fee'),
    gatewayCostMinor: column('gateway_cost'),
    refundedMinor: column('refunded_amount'),
    refundsReservedMinor: column('being_refunded_amount'),
    disputedMinor: column('disputed_amount') + column('charged_back_amount'),
    leftMinor: column('net'),
  };
}

/** The statements of each of some days, one after the other: they follow one another and add up. */
async function sumsOfStatements(key: string, currency: string, days: number) {
  const total = new Map<StatementLineName, bigint>();
  let opening = 0n;
  for (let day = 0; day < days; day++) {
    const period = { from: after(day), before: after(day + 1) };
    const [statement] = await causeStatements(db(), { key, currency }, period);
    if (!statement) throw new Error('no statement');
    expect(statement.openingMinor).toBe(opening);
    for (const { name, amountMinor } of statement.lines) {
      opening += amountMinor;
      total.set(name, (total.get(name) ?? 0n) + amountMinor);
    }
    expect(statement.closingMinor).toBe(opening);
  }
  const of = (name: StatementLineName) => total.get(name) ?? 0n;
  return {
    collectedMinor: of('donations'),
    commissionMinor: -of('commission'),
    gatewayCostMinor: -of('gatewayCost'),
    refundedMinor: -of('refunds'),
    disputedMinor: -of('disputes'),
    leftMinor: opening,
  };
}

/** Compares everything that shows the money of a cause; `days` is on how many days something happened. */
async function everyViewAgrees(key: string, days: number): Promise<Balance> {
  const cause = await db().cause.findUniqueOrThrow({ where: { key } });
  const balance = await causeBalance(db(), key);
  const { currency, reservedMinor: _, paidOutMinor: __, ...shown } = balance;
  const { leftMinor: ___, ...amounts } = shown;
  for (const [name, amount] of Object.entries(amounts)) expect(amount, name).toBeGreaterThanOrEqual(0n);
  expect(await sumsOfFile(key, currency)).toEqual(shown);
  // A statement has what is asked for as a refund among the refunds.
  const { refundsReservedMinor, ...others } = shown;
  const refundedMinor = shown.refundedMinor + refundsReservedMinor;
  expect(await sumsOfStatements(key, currency, days)).toEqual({ ...others, refundedMinor });
  const keptMajor =
    Number(balance.collectedMinor - balance.refundedMinor - balance.disputedMinor) /
    minorUnitsPerMajor(currency);
  expect((await causeTotals(db(), key)).collected).toBeCloseTo(keptMajor, 6);
  const charts = await collectedOverTime([cause], 'day', 'UTC', after(1));
  const charted = charts.flatMap(({ bars }) => bars.map(({ collectedMajor }) => collectedMajor));
  expect(charted.reduce((sum, one) => sum + one, 0)).toBeCloseTo(keptMajor, 6);
  for (const { id, ...record } of (await listRecords([key], {}, undefined, 100)).rows) {
    const found = await findRecord(id);
    expect(found?.record).toEqual({ id, ...record });
    const history = found?.history ?? [];
    const effect = (...kinds: string[]) =>
      history
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((sum, { effectMinor }) => sum + (effectMinor ?? 0), 0);
    expect(effect(...history.map(({ kind }) => kind))).toBe(record.netMinor);
    expect(effect('cost') + (record.costMinor ?? 0)).toBe(0);
    // The commission's share is returned with each part, so that no more than the part itself leaves the balance.
    const disputes = ['dispute_opened', 'dispute_won', 'dispute_covers_more', 'dispute_covers_less'];
    for (const [part, kinds] of [
      [
        record.refundedMinor + record.refundingMinor,
        ['refund_reserved', 'refund_released', 'refund', 'refund_undone'],
      ],
      [record.disputedMinor + record.chargedBackMinor, disputes],
    ] as const) {
      expect(-effect(...kinds)).toBeLessThanOrEqual(part);
      expect(-effect(...kinds)).toBeGreaterThanOrEqual(0);
    }
  }
  expect(await differences()).toEqual([]);
  return balance;
}

/** What a gateway reports of a payment of so much after a step. Mercado Pago tells of a chargeback by the payment's status. */
function reportOf(step: Step, id: string, currency: string, amountMinor: bigint, isListed: boolean): Report {
  const part = (hundredths: number) => (amountMinor * BigInt(hundredths)) / 100n;
  const claims = step.claims.map(([status, share], index) =>
    chargeback(`dp_${id}_${index}`, status, { amountMinor: part(share), currency }),
  );
  const refundedMinor = part(step.refunded);
  const refund = { refundId: null, status: 'pending' as const, hasLeft: isListed, createdAt: NOW };
  const refunds = step.refunding ? [{ ...refund, id: `re_${id}`, amountMinor: part(step.refunding) }] : [];
  const [first] = claims;
  if (isListed) return { refundedMinor, refunds, disputes: claims };
  const impliedDispute = first && { ...first, amountMinor: amountMinor - refundedMinor };
  return { refundedMinor, refunds, disputes: null, ...(impliedDispute ? { impliedDispute } : {}) };
}

/** Moves a payment to the other rail: a wallet at another gateway. */
const byWallet = (id: string) =>
  db().payment.update({ where: { id }, data: { rail: 'wallet', gateway: 'mercado-pago-co' } });

const REFUND: Step = { refunded: 40, claims: [] };
const open = (refunded: number, share = 100): Step => ({ refunded, claims: [['open', share]] });
const won = (refunded: number, share = 100): Step => ({ refunded, claims: [['won', share]] });
const lost = (refunded: number, share = 100): Step => ({ refunded, claims: [['lost', share]] });
const asked = (refunding: number, refunded = 0, { claims }: Step = REFUND): Step => ({
  ...{ refunding, refunded, claims },
});
const BOUNCED: Step = { refunded: 0, claims: [] };

/** Refunded 40 %, charged back in full, the refund bounces, the chargeback is won: in every order that can be reported. */
test.each<[string, Step[], refunded: bigint, disputed: bigint]>([
  ['a refund, a chargeback of all, the refund bounces, won', [REFUND, open(40), open(0), won(0)], 0n, 0n],
  ['a refund, a chargeback of all, won, the refund bounces', [REFUND, open(40), won(40), won(0)], 0n, 0n],
  ['a refund, it bounces, a chargeback of all, won', [REFUND, BOUNCED, open(0), won(0)], 0n, 0n],
  [
    'a chargeback of all, a refund beside it, won, the refund bounces',
    [open(0), open(40), won(40), won(0)],
    0n,
    0n,
  ],
  ['a chargeback of all, a refund beside it, it bounces, won', [open(0), open(40), open(0), won(0)], 0n, 0n],
  ['a refund and a chargeback at once, both undone at once', [open(40), won(0)], 0n, 0n],
  [
    'a refund, a chargeback of all, the refund bounces, lost',
    [REFUND, open(40), open(0), lost(0)],
    0n,
    5000n,
  ],
  [
    'a refund, a chargeback of all, lost, the refund bounces',
    [REFUND, open(40), lost(40), lost(0)],
    0n,
    5000n,
  ],
  ['a lost chargeback of all, a refund beside it', [lost(0), lost(40)], 2000n, 3000n],
  ['a chargeback of a part, a refund of the rest and more', [open(0, 80), open(40, 80)], 2000n, 3000n],
  ['a refund of all, a chargeback of all, the refund bounces', [open(100), open(0)], 0n, 5000n],
  ['a refund is asked for, and made', [asked(40), REFUND], 2000n, 0n],
  ['a refund is asked for, and fails', [asked(40), BOUNCED], 0n, 0n],
  [
    'a refund is asked for, a chargeback of all, it is made',
    [asked(40), asked(40, 0, open(0)), open(40)],
    2000n,
    3000n,
  ],
  [
    'one refund is made, another is asked for beside a chargeback of a part',
    [asked(30, 20, open(20, 50))],
    1000n,
    2500n,
  ],
])('%s: every view shows the same', async (_name, steps, refundedMinor, disputedMinor) => {
  for (const isListed of [true, false]) {
    const { key } = await storedCause();
    const id = await donation(key, { costs: taken(`txn_${key}`, 5000n, 175n) });
    if (!isListed) await byWallet(id);
    for (const [index, step] of steps.entries())
      await gatewaySays(id, reportOf(step, id, 'USD', 5000n, isListed), after(index));
    const balance = await everyViewAgrees(key, steps.length);
    if (isListed) expect(balance).toMatchObject({ collectedMinor: 5000n, refundedMinor, disputedMinor });
  }
});

test('a donation whose refund bounced and whose chargeback was won is whole, in the month and on every page', async () => {
  const { key } = await storedCause();
  const id = await donation(key);
  for (const [index, step] of [REFUND, open(40), open(0), won(0)].entries())
    await gatewaySays(id, reportOf(step, id, 'USD', 5000n, true), after(index));
  expect(await causeBalance(db(), key)).toMatchObject({
    ...{
      collectedMinor: 5000n,
      commissionMinor: 250n,
      refundedMinor: 0n,
      disputedMinor: 0n,
      leftMinor: 4750n,
    },
  });
  const [month] = await causeStatements(db(), { key, currency: 'USD' }, { from: NOW, before: after(9) });
  expect(month?.lines.map(({ name, amountMinor }) => [name, amountMinor])).toEqual([
    ['donations', 5000n],
    ['commission', -250n],
    ['gatewayCost', 0n],
    ['refunds', 0n],
    ['disputes', 0n],
    ['withdrawals', 0n],
    ['withdrawalsReturned', 0n],
  ]);
  const found = await findRecord(id);
  expect(found?.record).toMatchObject({
    status: 'approved',
    refundedMinor: 0,
    disputedMinor: 0,
    netMinor: 4750,
  });
  expect(found?.history.slice(3).map(({ kind, effectMinor }) => [kind, effectMinor])).toEqual([
    ['refund', -1900],
    ['dispute_opened', -2850],
    ['refund_undone', 1900],
    ['dispute_covers_more', -1900],
    ['dispute_won', 4750],
  ]);
});

const step: fc.Arbitrary<Step> = fc.record({
  refunded: fc.constantFrom(0, 0, 1, 33, 40, 50, 99, 100),
  refunding: fc.constantFrom(0, 0, 0, 20, 50, 100),
  claims: fc.array(fc.tuple(fc.constantFrom('open', 'won', 'lost'), fc.constantFrom(1, 30, 50, 77, 100)), {
    maxLength: 2,
  }),
});
const payment = fc.record({
  amountMajor: fc.constantFrom(1, 3, 50, 999),
  feePercent: fc.constantFrom('0', '5', '4.3333', '20'),
  isListed: fc.boolean(),
  isCounted: fc.constantFrom(true, true, true, false),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

test('over any reports of any payments, every view shows the same and nothing below zero', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('USD', 'CLP', 'COP'),
      async (payments, currency) => {
        const { key } = await storedCause({ currency });
        for (const { amountMajor, feePercent, isListed, isCounted, steps } of payments) {
          const amountMinor = BigInt(amountMajor * minorUnitsPerMajor(currency));
          const id = await pendingPayment(key, { amountMajor, feePercent });
          // Late money is none of the cause's: it is in no figure of it.
          const succeededAt = isCounted ? NOW : after(2);
          const costs = taken(`txn_${id}`, amountMinor, amountMinor / 20n, currency);
          await gatewaySays(id, { costs, succeededAt, refunds: null });
          if (!isListed) await byWallet(id);
          for (const [index, one] of steps.entries())
            await gatewaySays(id, reportOf(one, id, currency, amountMinor, isListed), after(index));
        }
        await everyViewAgrees(key, 6);
      },
    ),
    { numRuns: 25 },
  );
});
