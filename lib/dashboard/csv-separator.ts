import { CSV_SEPARATORS, type CsvSeparator } from '#lib/csv.ts';
import { db } from '#lib/db.ts';
import { hasDecimalPoint } from '#lib/i18n/numbers.ts';
import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';

/** How files for an account separate columns: as it chose before, or as its reader writes numbers. */
export async function csvSeparator(accountId: string, reader: Reader): Promise<CsvSeparator> {
  const { csvSeparator: kept } = await db().account.findUniqueOrThrow({
    where: { id: accountId },
    select: { csvSeparator: true },
  });
  const usual = hasDecimalPoint(moneyStyle(reader, null).formatLocale) ? 'comma' : 'semicolon';
  return CSV_SEPARATORS.find((one) => one === kept) ?? usual;
}
