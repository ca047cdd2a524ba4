// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop the roles of a table that is displayed as cards.
import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** The column that names the row: the heading of its card on a narrow screen. */
  isName?: boolean;
  /** Numbers and money: at the end of the line, digits under digits. */
  isNumber?: boolean;
  /** Which way the table is sorted by this column. */
  sorted?: 'ascending' | 'descending';
};

type Props<Row> = {
  /** What is listed and in which order, as a reader without eyes hears it first. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Said in place of the table when there are no rows. */
  empty: string;
};

/** A list of things: a table, and on a narrow screen a card for each row with the same words. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty }: Props<Row>) {
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    <table className="table" role="table">
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={column.isNumber ? 'table-number' : undefined}
              aria-sort={column.sorted}
            >
              {column.title}
              {column.sorted !== undefined && (
                <span aria-hidden="true">{column.sorted === 'ascending' ? ' ↑' : ' ↓'}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row);
  if (column.isName)
    return (
      <th scope="row" role="rowheader">
        {content}
      </th>
    );
  return (
    <td role="cell" className={column.isNumber ? 'table-number' : undefined}>
      <span className="table-label" aria-hidden="true">
        {column.title}
      </span>
      <span>{content}</span>
    </td>
  );
}
