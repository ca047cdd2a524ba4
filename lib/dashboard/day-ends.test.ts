import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { causeStatements } from '#lib/ledger/statement.ts';
import { collectedOverTime } from '#lib/payments/views/collected-over-time.ts';
import { exportDonors } from '#lib/payments/views/export-donors.ts';
import { exportRecords } from '#lib/payments/views/export-records.ts';
import { listRecords } from '#lib/payments/views/list-records.ts';
import { dayAfter } from '#lib/time-zone.ts';
import { storedCause } from '#testing/causes.ts';
import { applyReport, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { readFilter } from './payment-filter.ts';
import { exportList } from './staff/exports.ts';
import { listPayments } from './staff/payments.ts';

ownDatabase();

/** A donation that succeeded at an instant, from the same donor as the others of its cause. */
async function given(key: string, amountMajor: number, at: Date): Promise<void> {
  const id = await pendingPayment(key, { amountMajor });
  const donor = { donorName: 'Ana', donorEmail: 'ana@example.org', donorAnonymous: false };
  const { linkId } = await db().payment.update({ where: { id }, data: donor });
  const [createdAt, expiresAt] = [new Date(at.getTime() - 60_000), new Date(at.getTime() + 60_000)];
  await db().checkoutLink.update({ where: { id: linkId }, data: { createdAt, expiresAt } });
  await applyReport(id, { succeededAt: at }, at);
}

async function linesOf(file: AsyncIterable<string>): Promise<string[]> {
  let text = '';
  for await (const piece of file) text += piece;
  return text.split('\r\n').slice(1, -1);
}

test.each([
  ['UTC', '2026-11-20', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'],
  ['America/Bogota', '2026-11-20', '2026-11-20T05:00:00Z', '2026-11-21T05:00:00Z'],
  ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00Z', '2026-11-20T18:15:00Z'],
  // Clocks go back in the night, at midnight in Cuba.
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
])(
  'in %s, %s has its first instant and its last, and nothing beside, on every surface',
  async (zone, day, first, next) => {
    const { key } = await storedCause();
    const [from, before] = [new Date(first), new Date(next)];
    const last = (instant: Date) => new Date(instant.getTime() - 1);
    await given(key, 1, last(from));
    await given(key, 2, from);
    await given(key, 4, last(before));
    await given(key, 8, before);
    const { filter } = readFilter({ from: day, to: day, zone });
    expect([filter.from, filter.before]).toEqual([from, before]);

    const { rows } = await listRecords([key], filter, undefined, 10);
    expect(rows.map(({ at }) => new Date(at))).toEqual([last(before), from]);
    expect(await linesOf(exportRecords([key], filter))).toHaveLength(2);
    expect(await linesOf(exportDonors([key], filter))).toEqual([expect.stringContaining(',2,6.00,USD,')]);
    const [statement] = await causeStatements(db(), { key, currency: 'USD' }, { from, before });
    const donations = statement?.lines.find(({ name }) => name === 'donations');
    expect([donations?.count, donations?.amountMinor]).toEqual([2, 600n]);
    const causes = [{ key, currency: 'USD', country: 'us' }];
    const [chart] = await collectedOverTime(causes, 'day', zone, before);
    const bars = chart?.bars.filter(({ collectedMajor }) => collectedMajor > 0);
    expect(bars?.map((bar) => [bar.day, bar.collectedMajor]).slice(-2)).toEqual([
      [day, 6],
      [dayAfter(day), 8],
    ]);
  },
);

test.each([
  ['UTC', '0000-01-01'],
  ['Asia/Tokyo', '0001-01-01'],
  ['America/Bogota', '9999-12-31'],
])('in %s, %s fails on no page and in no file', async (zone, day) => {
  const { key } = await storedCause();
  const now = new Date();
  await given(key, 50, new Date(now.getTime() - 60_000));
  for (const query of [{ from: day }, { to: day }]) {
    const { filter } = readFilter({ ...query, zone });
    // The end of the year 9999 is the only one of these that filters.
    const count = 'from' in query && day > '9' ? 0 : 1;
    expect((await listRecords([key], filter, undefined, 10)).rows).toHaveLength(count);
    expect(await linesOf(exportDonors([key], filter))).toHaveLength(count);
    const staffQuery = { ...query, timeZone: zone, cause: key };
    expect((await listPayments(staffQuery)).rows).toHaveLength(count);
    for (const name of ['payments', 'audit', 'withdrawals', 'disputes', 'events'])
      await linesOf(exportList(name, staffQuery, now) as AsyncIterable<string>);
  }
});
