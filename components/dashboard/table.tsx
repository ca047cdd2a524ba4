// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop the roles of a table that is displayed as cards.
import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** The column that names the row: the heading of its card on a narrow screen. */
  isName?: boolean;
  /** Numbers and money: aligned to the end, with tabular digits. */
  isNumber?: boolean;
  /** The sort direction of the table by this column. */
  sorted?: 'ascending' | 'descending';
  /** Its heading is a link that sorts the list by it; `direction`: as it is now. */
  sort?: { href: string; direction: 'ascending' | 'descending' | null };
  /** In a table with fixed columns; without one it shares what the others leave. */
  width?: 'id' | 'amount' | 'state' | 'date' | 'short';
};

type Props<Row> = {
  /** The table's caption, which screen readers read first: what is listed, in which order. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead of a table without rows. */
  empty: string;
  /** For long lists: on a narrow screen each row is one line with these texts, which opens to show its cells. */
  line?: (row: Row) => ReactNode;
  /** Columns have the same widths whatever is in them, and texts are cut: for long lists. */
  isFixed?: boolean;
};

/** A table; on a narrow screen a card for each row with the same texts. */
export function DataTable<Row>(props: Props<Row>) {
  const { rows, empty, line, isFixed } = props;
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  if (!line) return <Table {...props} />;
  return (
    <>
      <div className={isFixed ? 'table-desk table-desk-fixed' : 'table-desk'}>
        <Table {...props} />
      </div>
      <Lines {...props} line={line} />
    </>
  );
}

/** The rows as lines that open. */
function Lines<Row>({ caption, columns, rows, rowKey, line }: Props<Row> & { line: (row: Row) => ReactNode }) {
  return (
    <ul className="lines" aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <details>
            <summary>{line(row)}</summary>
            <dl>
              {columns.map(({ key, title, cell }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  );
}

function Table<Row>({ caption, columns, rows, rowKey, isFixed }: Props<Row>) {
  return (
    <table className={isFixed ? 'table table-fixed' : 'table'} role="table">
      <caption>{caption}</caption>
      {isFixed && (
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} className={width && `column-${width}`} />
          ))}
        </colgroup>
      )}
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={column.isNumber ? 'table-number' : undefined}
              aria-sort={column.sorted ?? column.sort?.direction ?? undefined}
            >
              <Heading column={column} />
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

function Heading<Row>({ column: { title, sort } }: { column: Column<Row> }) {
  if (sort === undefined) return title;
  const arrow = sort.direction === null ? '↕' : sort.direction === 'ascending' ? '↑' : '↓';
  return (
    <a className="sort" href={sort.href}>
      {title}
      <span aria-hidden="true"> {arrow}</span>
    </a>
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
