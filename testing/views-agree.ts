import { expect } from 'vitest';
import { causeTotals } from '#lib/causes/totals.ts';
import { db } from '#lib/db.ts';
import { type Balance, causeBalance } from '#lib/ledger/balance.ts';
import { causeStatements, type StatementLineName } from '#lib/ledger/statement.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { collectedOverTime } from '#lib/payments/views/collected-over-time.ts';
import { exportRecords } from '#lib/payments/views/export-records.ts';
import { findRecord } from '#lib/payments/views/find-record.ts';
import { listRecords } from '#lib/payments/views/list-records.ts';
import type { HistoryEntry, PaymentRecord } from '#lib/payments/views/record-view.ts';
import { differences } from './ledger.ts';

/**
 * Requires that everything that shows the money of a cause shows the same: its balance, the file of its donations, statements,
 * the public total, the chart, each donation's page with its history, and the ledger's own check; and nothing below zero.
 * @param instants of a first statement's beginning, then of each statement's end; everything happened between the first and
 * the last
 * @returns the balance
 */
export async function viewsAgree(key: string, instants: readonly Date[]): Promise<Balance> {
  const cause = await db().cause.findUniqueOrThrow({ where: { key } });
  const balance = await causeBalance(db(), key);
  const { currency, reservedMinor, paidOutMinor, leftMinor, ...amounts } = balance;
  // What was withdrawn may have been reversed afterwards.
  for (const [name, amount] of Object.entries({ ...amounts, reservedMinor, paidOutMinor }))
    expect(amount, name).toBeGreaterThanOrEqual(0n);
  const withdrawnMinor = reservedMinor + paidOutMinor;
  expect(await sumsOfFile(key, currency)).toEqual({ ...amounts, netMinor: leftMinor + withdrawnMinor });
  // A statement has what is asked for as a refund among the refunds.
  const { refundsReservedMinor, ...others } = amounts;
  const refundedMinor = amounts.refundedMinor + refundsReservedMinor;
  const stated = await sumsOfStatements(key, currency, instants);
  expect(stated).toEqual({ ...others, refundedMinor, withdrawnMinor, leftMinor });
  await totalsAgree(cause, balance, instants.at(-1) ?? new Date());
  for (const record of (await listRecords([key], {}, undefined, 1000)).rows) await recordAgrees(record);
  expect(await differences()).toEqual([]);
  return balance;
}

/** The sums of a file's columns, in minor units, by the names of the balance. */
async function sumsOfFile(key: string, currency: string) {
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
    netMinor: column('net'),
  };
}

/** The statements of one period after the other: they follow one another and add up. */
async function sumsOfStatements(key: string, currency: string, instants: readonly Date[]) {
  const total = new Map<StatementLineName, bigint>();
  let opening = 0n;
  for (const [index, before] of instants.slice(1).entries()) {
    const [statement] = await causeStatements(db(), { key, currency }, { from: instants[index] ?? before, before });
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
    withdrawnMinor: -of('withdrawals') - of('withdrawalsReturned'),
    leftMinor: opening,
  };
}

/** The public total and the chart up to an instant show what is left of the donations. */
async function totalsAgree(
  cause: { key: string; currency: string; country: string },
  { currency, collectedMinor, refundedMinor, disputedMinor }: Balance,
  now: Date,
): Promise<void> {
  const keptMajor = Number(collectedMinor - refundedMinor - disputedMinor) / minorUnitsPerMajor(currency);
  expect((await causeTotals(db(), cause.key)).collected).toBeCloseTo(keptMajor, 6);
  const charts = await collectedOverTime([cause], 'day', 'UTC', now);
  const charted = charts.flatMap(({ bars }) => bars.map(({ collectedMajor }) => collectedMajor));
  expect(charted.reduce((sum, one) => sum + one, 0)).toBeCloseTo(keptMajor, 6);
}

const REFUNDS: readonly HistoryEntry['kind'][] = ['refund_reserved', 'refund_released', 'refund', 'refund_undone'];
const DISPUTES: readonly HistoryEntry['kind'][] = [
  ...(['dispute_opened', 'dispute_won', 'dispute_covers_more', 'dispute_covers_less'] as const),
];

/** A donation's page shows the row of the list, and its history adds up to it. */
async function recordAgrees(record: PaymentRecord): Promise<void> {
  const { paidMinor, refundedMinor, refundingMinor, disputedMinor, chargedBackMinor } = record;
  const amounts = { paidMinor, refundedMinor, refundingMinor, disputedMinor, chargedBackMinor };
  for (const [name, amount] of Object.entries({ ...amounts, commissionMinor: record.commissionMinor }))
    expect(amount, `${name} of ${record.id}`).toBeGreaterThanOrEqual(0);
  const found = await findRecord(record.id);
  expect(found?.record).toEqual(record);
  const history = found?.history ?? [];
  const effect = (isMeant: (kind: HistoryEntry['kind']) => boolean) =>
    history.filter(({ kind }) => isMeant(kind)).reduce((sum, { effectMinor }) => sum + (effectMinor ?? 0), 0);
  expect(effect(() => true)).toBe(record.netMinor);
  expect(effect((kind) => kind === 'cost') + (record.costMinor ?? 0)).toBe(0);
  // The commission's share is returned with each part, so that no more than the part itself leaves the balance.
  for (const [part, kinds] of [
    [refundedMinor + refundingMinor, REFUNDS],
    [disputedMinor + chargedBackMinor, DISPUTES],
  ] as const) {
    const gone = -effect((kind) => kinds.includes(kind));
    expect(gone).toBeLessThanOrEqual(part);
    expect(gone).toBeGreaterThanOrEqual(0);
  }
}
