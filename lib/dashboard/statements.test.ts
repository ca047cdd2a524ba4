import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import { findCause } from '#lib/causes/find.ts';
import { db } from '#lib/db.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { signIn } from '#testing/browser-session.ts';
import { storedCause } from '#testing/causes.ts';
import { applyReport, donation, movementCosts, pendingPayment } from '#testing/ledger.ts';
import { runningService } from '#testing/running-service.ts';
import { statementFile } from './statement-file.ts';
import { isMonth, monthsOf, statementOfMonth } from './statements.ts';

const { service } = runningService();

type Creator = { key: string; cookie: string };
let olga: Creator;
let other: Creator;
beforeAll(async () => {
  const creator = async (): Promise<Creator> => {
    const { key, owner } = await storedCause({ currency: 'CLP', country: 'cl', title: 'Un pozo para Ñuble' });
    const { email } = await db().account.findUniqueOrThrow({ where: { id: owner.id } });
    return { key, cookie: await signIn(email) };
  };
  [olga, other] = [await creator(), await creator()];
  const id = await donation(olga.key, {
    amountMajor: 20_000,
    costs: movementCosts('txn_file', 20_000n, 700n, 'CLP'),
  });
  await applyReport(id, { refundedMinor: 5000n });
});

function ask(kind: 'pdf' | 'csv', query: string, { key, cookie }: Partial<Creator>): Promise<Response> {
  const url = `${service.url}/dashboard/causes/${key}/statements/${kind}?${query}`;
  return statementFile(new Request(url, cookie === undefined ? {} : { headers: { cookie } }), key ?? '', kind);
}
const NOVEMBER = 'month=2026-11&zone=America/Santiago';

test('the CSV has a line for each item, plain numbers without cents where the currency has none, and the zone', async () => {
  const reply = await ask('csv', NOVEMBER, olga);
  expect(reply.headers.get('content-disposition')).toContain(`statement-${olga.key}-2026-11.csv`);
  const [header, ...lines] = (await reply.text()).trimEnd().split('\r\n');
  // `text()` leaves out the byte order mark.
  expect(header).toBe('cause,cause_title,from,to,time_zone,currency,item,count,amount');
  const items = lines.map((line) => line.split(',').slice(-3));
  expect(items).toEqual([
    ['opening_balance', '', '0'],
    ['donations', '1', '20000'],
    ['commission', '', '-750'],
    ['gateway_cost', '', '-700'],
    ['refunds', '1', '-5000'],
    ['disputes', '0', '0'],
    ['withdrawals', '0', '0'],
    ['withdrawals_returned', '0', '0'],
    ['closing_balance', '', '13550'],
  ]);
  expect(lines[0]).toMatch(
    new RegExp(`^${olga.key},Un pozo para Ñuble,2026-11-01,2026-11-\\d\\d,America/Santiago,CLP,`),
  );
});

test.each(LOCALES)('the PDF in %s has the same figures, the cause, and the time zone once', async (locale) => {
  const reply = await ask('pdf', `${NOVEMBER}&lang=${locale}`, olga);
  expect(reply.headers.get('content-type')).toBe('application/pdf');
  const document = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  const { text } = await extractText(document, { mergePages: true });
  const flat = text.replace(/\s+/g, ' ');
  expect(flat).toContain('Un pozo para Ñuble');
  const digits = flat.replace(/[.,]/g, '');
  for (const figure of ['20000', '750', '700', '5000', '13550']) expect(digits).toContain(figure);
  expect(flat.match(/Chile/g)).toHaveLength(1);
  expect(document.numPages).toBe(1);
});

test('nobody else gets a statement, and what is no month, no zone, or still to come has none', async () => {
  expect((await ask('csv', NOVEMBER, { ...other, key: olga.key })).status).toBe(404);
  const signedOut = await ask('pdf', NOVEMBER, { key: olga.key });
  expect([signedOut.status, signedOut.headers.get('location')]).toEqual([
    303,
    `/sign-in?to=${encodeURIComponent(`/dashboard/causes/${olga.key}/statements?month=2026-11`)}`,
  ]);
  for (const query of ['', 'month=2026-13&zone=UTC', 'month=2026-11&zone=nowhere', 'month=2099-01&zone=UTC'])
    expect((await ask('csv', query, olga)).status).toBe(404);
});

test('a donation that is reported late is of its month; what is learned of it later, of the month in which it is', async () => {
  const { key } = await storedCause();
  const cause = await findCause(db(), key);
  if (!cause) throw new Error('not stored');
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  const id = await pendingPayment(key, { amountMajor: 30 });
  await db().checkoutLink.updateMany({ where: { causeKey: key }, data: { createdAt: day('2026-09-30') } });
  const costs = movementCosts('txn_late', 3000n, 120n);
  await applyReport(id, { succeededAt: day('2026-09-30'), costs }, day('2026-10-01'));
  await applyReport(id, { refundedMinor: 1000n }, day('2026-11-01'));
  const moved = async (month: string) => {
    const { statements } = await statementOfMonth(cause, month, 'UTC', day('2026-12-01'));
    return statements[0]?.lines.filter(({ amountMinor }) => amountMinor !== 0).map(({ name }) => name);
  };
  expect(await moved('2026-09')).toEqual(['donations', 'commission']);
  expect(await moved('2026-10')).toEqual(['gatewayCost']);
  expect(await moved('2026-11')).toEqual(['commission', 'refunds']);
});

test.each([
  // The first day of the next month begins at one o’clock.
  ['America/Asuncion', '2023-09', '2023-10-01T04:00:00.000Z'],
  ['America/Havana', '2012-03', '2012-04-01T05:00:00.000Z'],
  ['Asia/Amman', '2016-03', '2016-03-31T22:00:00.000Z'],
])('in %s, the statement of %s has its last hour', async (zone, month, next) => {
  const { key } = await storedCause();
  const cause = await findCause(db(), key);
  if (!cause) throw new Error('not stored');
  const end = Date.parse(next);
  const [last, first] = [await pendingPayment(key, { amountMajor: 30 }), await pendingPayment(key)];
  // No payment is dated before its link.
  await db().checkoutLink.updateMany({ where: { causeKey: key }, data: { createdAt: new Date(end - 1000) } });
  await applyReport(last, { succeededAt: new Date(end - 1) });
  await applyReport(first, { succeededAt: new Date(end) });
  const { lastDay, statements } = await statementOfMonth(cause, month, zone, new Date());
  const donations = statements[0]?.lines.find(({ name }) => name === 'donations');
  expect([lastDay, donations?.amountMinor]).toEqual([`${month}-${month.endsWith('9') ? 30 : 31}`, 3000]);
});

test('the months of a cause are those of the creator’s clock, the latest first', () => {
  const [since, now] = [new Date('2026-09-01T03:00:00Z'), new Date('2026-12-01T03:00:00Z')];
  expect(monthsOf(since, now, 'America/Bogota')).toEqual(['2026-11', '2026-10', '2026-09', '2026-08']);
  expect(monthsOf(since, now, 'UTC')).toEqual(['2026-12', '2026-11', '2026-10', '2026-09']);
  expect(monthsOf(new Date('2025-12-31T12:00:00Z'), new Date('2026-01-01T12:00:00Z'), 'UTC')).toHaveLength(2);
  expect(['2026-02', '2026-00', '26-01', '2026-1'].map(isMonth)).toEqual([true, false, false, false]);
});
