import type { PageView } from '#lib/dashboard/page-view.ts';
import { writeNumber } from '#lib/i18n/numbers.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DataTable } from '../table.tsx';

/** `most`: how many rows are shown. */
type Props<Row> = { page: PageView; most: number } & Parameters<typeof DataTable<Row>>[0];

/** What waits for a decision, the first rows of it. Where there are more, it says so. */
export function WaitingTable<Row>({ page, most, rows, ...table }: Props<Row>) {
  const t = translatorFor(page.locale);
  const last = writeNumber(most, page.locale);
  return (
    <>
      {rows.length > most && (
        <p className="list-position">
          {t('lists.positionMore', { first: writeNumber(1, page.locale), last, total: last })}
        </p>
      )}
      <DataTable {...table} rows={rows.slice(0, most)} />
    </>
  );
}
