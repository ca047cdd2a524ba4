import type { PageView } from '#lib/dashboard/page-view.ts';
import { DataTable } from '../table.tsx';
import { CutPosition } from './cut-position.tsx';

/** `most`: how many rows are shown. */
type Props<Row> = { page: PageView; most: number } & Parameters<typeof DataTable<Row>>[0];

/** What waits for a decision, the first rows of it. Where there are more, it says so. */
export function WaitingTable<Row>({ page, most, rows, ...table }: Props<Row>) {
  return (
    <>
      <CutPosition page={page} count={most} isCut={rows.length > most} />
      <DataTable {...table} rows={rows.slice(0, most)} />
    </>
  );
}
