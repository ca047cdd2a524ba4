import { amountCell, type CsvSeparator, csvHeader, csvLine } from '#lib/csv.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { MonthView, StatementView } from './statement-view.ts';

/** The columns. Their names, and those of the items, never change, because programs read the file too. */
const HEADER = ['cause', 'cause_title', 'from', 'to', 'time_zone', 'currency', 'item', 'count', 'amount'];

/** The statements of a month as a CSV file: a line for each item, from the opening to the closing balance. */
export function statementCsv(month: MonthView, separator: CsvSeparator): string {
  const { cause, firstDay, lastDay, timeZone } = month;
  const about = [cause.key, cause.title, firstDay, lastDay, timeZone];
  const lines = month.statements.flatMap((statement) =>
    itemsOf(statement, separator).map((cells) => csvLine([...about, statement.currency, ...cells], separator)),
  );
  return [csvHeader(HEADER, separator), ...lines].join('');
}

function itemsOf({ currency, openingMinor, lines, closingMinor }: StatementView, separator: CsvSeparator): string[][] {
  const amount = (minor: number) => amountCell(minor, minorUnitsPerMajor(currency), separator);
  return [
    ['opening_balance', '', amount(openingMinor)],
    ...lines.map(({ name, count, amountMinor }) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      count === null ? '' : String(count),
      amount(amountMinor),
    ]),
    ['closing_balance', '', amount(closingMinor)],
  ];
}
