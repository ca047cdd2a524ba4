import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LedgerFigures } from '#lib/dashboard/staff/ledger.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { ACCOUNTS } from '#lib/ledger/accounts.ts';
import { MOVED_ROWS, type OwedRow } from '#lib/ledger/period-figures.ts';
import { pageView } from '#testing/page-view.ts';
import { LedgerPage } from './ledger-page.tsx';

const PATH = '/dashboard/staff/ledger';
const QUERY = { from: '2026-11-01', to: '2026-11-30' };
const dollars = (amountMajor: number) => ({ amountMajor, currency: 'USD' });
const moved = (row: LedgerFigures['moved'][number]['row'], gateways: number, bank: number) => ({
  row,
  gateways: dollars(gateways),
  bank: dollars(bank),
  together: dollars(gateways + bank),
});

function render(figures: LedgerFigures[] | null, { locale = 'en' as (typeof LOCALES)[number], query = {} } = {}) {
  const page = pageView({ locale, path: PATH, query });
  return renderToStaticMarkup(<LedgerPage page={page} ledger={{ check: null, currencies: [] }} figures={figures} />);
}

/** The rows of all tables as texts. */
function rowsOf(html: string): string[][] {
  const cellsOf = (row: string) =>
    [...row.matchAll(/<(?:th|td)[^>]*>(.*?)<\/(?:th|td)>/g)].map(([, cell = '']) => cell);
  const textOf = (cell: string) =>
    cell
      .replace(/<span class="table-label".*?<\/span>/, '')
      .replace(/<[^>]+>/g, '')
      .replaceAll('\u00a0', ' ');
  return [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) => cellsOf(row).map(textOf));
}

test('without chosen days the page has the form for them, and no figures', () => {
  const html = render(null);
  expect(html).toContain('Figures for chosen days');
  expect(html).toContain('the figures of a past month can still change');
  expect(html).not.toContain('Show all');
  expect(rowsOf(html)).toEqual([]);
});

test('chosen days stay in the form, and are left with one link', () => {
  const html = render([], { query: QUERY });
  expect(html).toMatch(/type="date"[^>]*name="from"[^>]*value="2026-11-01"/);
  expect(html).toMatch(/type="date"[^>]*name="to"[^>]*value="2026-11-30"/);
  expect(html).toContain(`href="${PATH}">Show all</a>`);
  expect(html).toContain('Nothing moved on those days.');
});

test('of each currency it shows what moved where, with signs, and what that changed', () => {
  const inPesos = (amountMajor: number) => ({ amountMajor, currency: 'CLP' });
  const pesos = { row: 'donations' as const, gateways: inPesos(3777), bank: inPesos(0), together: inPesos(3777) };
  const html = render(
    [
      { currency: 'CLP', moved: [pesos], owed: [{ row: 'commission', amount: inPesos(189) }] },
      {
        currency: 'USD',
        moved: [moved('refunds', -10, -2.5), moved('payouts', -80, 80), moved('sum', -90, 77.5)],
        owed: [
          { row: 'written_off', amount: dollars(20) },
          { row: 'gateway_cost', amount: dollars(-4.45) },
          { row: 'sum', amount: dollars(-12.5) },
        ],
      },
    ],
    { query: QUERY },
  );
  expect(rowsOf(html)).toEqual([
    ['Movement', 'At gateways', 'At our bank', 'Total'],
    ['Donations', 'CLP 3,777', '—', 'CLP 3,777'],
    ['Account', 'Change'],
    ['Commission earned', 'CLP 189'],
    ['Movement', 'At gateways', 'At our bank', 'Total'],
    ['Refunds', '-US$10', '-US$2.50', '-US$12.50'],
    ['Payouts to our bank', '-US$80', 'US$80', '—'],
    ['Sum', '-US$90', 'US$77.50', '-US$12.50'],
    ['Account', 'Change'],
    ['Write-offs: still owed to donors', 'US$20'],
    ['Payment processing cost', '-US$4.45'],
    ['Sum', '-US$12.50'],
  ]);
});

test.each(LOCALES)('in %s, every row has words of its own', (locale) => {
  const owed = [...Object.keys(ACCOUNTS), 'written_off'].filter(
    (row) => !['gateway', 'bank', 'paid_out'].includes(row),
  );
  const figures: LedgerFigures = {
    currency: 'USD',
    moved: MOVED_ROWS.map((row) => moved(row, 1, 0)),
    owed: owed.map((row) => ({ row: row as OwedRow, amount: dollars(1) })),
  };
  const names = rowsOf(render([figures], { locale })).map(([name]) => name);
  const ofOwed = names.splice(MOVED_ROWS.length + 1);
  expect(new Set(names).size).toBe(MOVED_ROWS.length + 1);
  expect(new Set(ofOwed).size).toBe(owed.length + 1);
});
