// @module-tag full

import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { statementPdf } from './statement-pdf.ts';
import type { MonthView, StatementView } from './statement-view.ts';

const ITEMS = [
  'donations',
  'commission',
  'gatewayCost',
  'refunds',
  'disputes',
  'withdrawals',
  'withdrawalsReturned',
] as const;

/** A statement in which every item occurred seven times. */
const statement = (currency: string): StatementView => ({
  currency,
  openingMinor: 0,
  lines: ITEMS.map((name) => ({ name, count: 7, amountMinor: 100 })),
  closingMinor: 700,
});

const month = (currencies: readonly string[], title: string): MonthView => ({
  cause: { key: 'a-well', title, country: 'co' },
  creator: 'Olga',
  month: '2026-11',
  timeZone: 'America/Bogota',
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
  isOver: true,
  preparedAt: new Date('2026-12-01T12:00:00Z'),
  statements: currencies.map(statement),
});

test.each([[['USD']], [['COP', 'USD']], [['COP', 'USD', 'CLP']], [['COP', 'USD', 'CLP', 'PYG']]])(
  'rows stay together, on no more pages than statements: %j',
  async (currencies) => {
    for (const title of ['Un pozo', 'Un pozo para la vereda '.repeat(6)]) {
      const drawn = await statementPdf({ month: month(currencies, title), locale: 'es' });
      const document = await getDocumentProxy(new Uint8Array(drawn));
      expect(document.numPages).toBeLessThanOrEqual(currencies.length);
      const lines = new Map<string, string[]>();
      for (let number = 1; number <= document.numPages; number++) {
        const { items } = await (await document.getPage(number)).getTextContent();
        for (const item of items) {
          if (!('str' in item) || item.str.trim() === '') continue;
          const line = `${number} ${Math.round(item.transform[5])}`;
          lines.set(line, [...(lines.get(line) ?? []), item.str]);
        }
      }
      // How many and how much, beside what they are of.
      const counted = [...lines.values()].filter((texts) => texts.includes('7'));
      expect(counted).toHaveLength(ITEMS.length * currencies.length);
      for (const texts of counted) expect(texts).toHaveLength(3);
    }
  },
);
