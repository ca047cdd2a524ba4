import { formattingLocale } from '#lib/i18n/locales.ts';
import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeDayAndYear } from '#lib/i18n/write-day.ts';
import { writeMoney } from '#lib/i18n/write-money.ts';
import { zoneName } from '#lib/i18n/zone-name.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { MonthView, StatementRow, StatementView } from './statement-view.ts';

/** The rows of a statement, from the opening to the closing balance. */
export function writeRows(reader: Reader, month: MonthView, statement: StatementView): StatementRow[] {
  const { locale } = reader;
  const t = translatorFor(locale);
  const style = moneyStyle(reader, month.cause.country);
  const units = minorUnitsPerMajor(statement.currency);
  const money = (minor: number) => writeMoney(minor / units, statement.currency, style);
  const number = new Intl.NumberFormat(style.formatLocale);
  const date = (day: string) => writeDate(reader, day);
  const balance = (name: string, minor: number): StatementRow => ({
    name,
    count: '',
    amount: money(minor),
    isBalance: true,
  });
  return [
    balance(t('statements.opening', { date: date(month.firstDay) }), statement.openingMinor),
    ...statement.lines.map(({ name, count, amountMinor }) => ({
      name: t(`statements.lines.${name}`),
      count: count === null ? '' : number.format(count),
      amount: money(amountMinor),
      isBalance: false,
    })),
    balance(t('statements.closing', { date: date(month.lastDay) }), statement.closingMinor),
  ];
}

/** A month as its heading: "October 2026". */
export function writeMonth({ locale, place }: Reader, month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const written = new Intl.DateTimeFormat(formattingLocale(locale, place), format).format(
    new Date(`${month}-01T00:00:00Z`),
  );
  return written.charAt(0).toUpperCase() + written.slice(1);
}

/** A day in full: "October 1, 2026". */
export function writeDate({ locale, place }: Reader, day: string): string {
  return writeDayAndYear(formattingLocale(locale, place), day);
}

/** The time zone of a statement, by which its month begins and ends. */
export function writeZone({ locale }: Reader, { timeZone }: MonthView): string {
  return translatorFor(locale)('dashboard.zone.times', { zone: zoneName(locale, timeZone) });
}
