import { CSV_SEPARATORS, type CsvSeparator } from '#lib/csv.ts';
import { db } from '#lib/db.ts';
import { negotiateLocale } from '#lib/i18n/locales.ts';
import { moneyStyle, type Reader, readerOf } from '#lib/i18n/reader.ts';
import { hasDecimalPoint } from '#lib/i18n/write-money.ts';

/**
 * How files for a reader separate columns: as their account chose before, else as its reader writes numbers.
 * @param kept what the account chose; null if nothing
 */
export function csvSeparatorOf(kept: string | null, reader: Reader): CsvSeparator {
  const usual = hasDecimalPoint(moneyStyle(reader, null).formatLocale) ? 'comma' : 'semicolon';
  return CSV_SEPARATORS.find((one) => one === kept) ?? usual;
}

/**
 * The separator of a requested file: the choice in its query (`columns`), which is kept for the account; else the kept one, else
 * that of the reader's language.
 */
export async function chooseCsvSeparator(accountId: string, request: Request): Promise<CsvSeparator> {
  const query = new URL(request.url).searchParams;
  const chosen = CSV_SEPARATORS.find((one) => one === query.get('columns'));
  const where = { id: accountId };
  if (chosen) {
    await db().account.update({ where, data: { csvSeparator: chosen } });
    return chosen;
  }
  const { csvSeparator } = await db().account.findUniqueOrThrow({ where, select: { csvSeparator: true } });
  const acceptLanguage = request.headers.get('accept-language');
  const locale = negotiateLocale({ explicit: query.get('lang'), acceptLanguage });
  return csvSeparatorOf(csvSeparator, readerOf(locale, acceptLanguage));
}
