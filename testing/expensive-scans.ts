/** A node of a plan from `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`. Row counts are per loop. */
export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
};

/** A statement and its executed plan. */
export type Statement = { from: string; text: string; root: PlanNode };

/** The row count of each table, and the table of each index. */
export type Catalogue = { tables: ReadonlyMap<string, number>; indexes: ReadonlyMap<string, string> };

/**
 * An allowed exception: a statement that reads much of a table, with the access method and the reason. `isOneOfTwo`: the
 * planner estimates two plans alike, and takes one or the other by its sample of the table.
 */
export type Exception = { statement: RegExp; table: string; by: string | RegExp; why: string; isOneOfTwo?: true };

/** Tables with at least this many rows are large: a full scan is expensive. */
export const BIG = 5_000;

/**
 * The most rows of a large table that a node may read, plus an allowance for each returned row. A page shows 50 rows; a
 * statement that reads much more reads more of them each year.
 */
const MOST_ROWS = 1_000;
const ROWS_PER_RESULT = 5;

/** The most pages (of 8 kB) per row and loop: an index scan over too wide a range reads more. */
const PAGES_PER_ROW = 5;
const SOME_PAGES = 150;

/** Describes every scan of a large table that reads too much; empty if there is none. */
export function expensiveScansOf(
  statement: Statement,
  { tables, indexes }: Catalogue,
  isException: (text: string, table: string, by: string) => boolean,
): string[] {
  const most = MOST_ROWS + ROWS_PER_RESULT * totalOf(statement.root, 'Actual Rows');
  return nodesOf(statement.root).flatMap((node) => {
    const table = node['Relation Name'] ?? indexes.get(node['Index Name'] ?? '') ?? '';
    const size = tables.get(table) ?? 0;
    if (size < BIG || !isScan(node)) return [];
    const by = accessOf(node);
    const read = rowsRead(node);
    const pages = pagesRead(node);
    const isWide = pages > SOME_PAGES + PAGES_PER_ROW * (read + (node['Actual Loops'] ?? 1));
    if ((!by.startsWith('Seq Scan') && read <= most && !isWide) || isException(statement.text, table, by)) return [];
    const returned = totalOf(node, 'Actual Rows');
    return [`${by} reads ${read} of the ${size} rows of ${table}, on ${pages} pages, for ${returned}`];
  });
}

/** The most rows that one node reads, of a table of any size. */
export function mostRowsRead(root: PlanNode): number {
  return Math.max(0, ...nodesOf(root).filter(isScan).map(rowsRead));
}

/** The plan as text, one node per line. */
export function planText(node: PlanNode, indent = '    '): string {
  const about = [
    accessOf(node),
    node['Relation Name'] && `on ${node['Relation Name']}`,
    isScan(node) && `reads ${rowsRead(node)}`,
    node['Index Cond'] && `where ${shortened(node['Index Cond'])}`,
    node.Filter && `keeping ${shortened(node.Filter)}`,
  ];
  const below = (node.Plans ?? []).map((child) => planText(child, `${indent}  `));
  return [indent + about.filter(Boolean).join(' '), ...below].join('\n');
}

function accessOf(node: PlanNode): string {
  const index = node['Index Name'];
  return index ? `${node['Node Type']} of ${index}` : node['Node Type'];
}

function isScan(node: PlanNode): boolean {
  return node['Node Type'].endsWith('Scan') && (node['Relation Name'] ?? node['Index Name']) !== undefined;
}

function rowsRead(node: PlanNode): number {
  return (
    totalOf(node, 'Actual Rows') +
    totalOf(node, 'Rows Removed by Filter') +
    totalOf(node, 'Rows Removed by Index Recheck')
  );
}

/** Pages of the node without those of its children. Counted over all loops. */
function pagesRead(node: PlanNode): number {
  const own = (each: PlanNode) => (each['Shared Hit Blocks'] ?? 0) + (each['Shared Read Blocks'] ?? 0);
  return own(node) - (node.Plans ?? []).reduce((sum, child) => sum + own(child), 0);
}

function totalOf(
  node: PlanNode,
  figure: 'Actual Rows' | 'Rows Removed by Filter' | 'Rows Removed by Index Recheck',
): number {
  return Math.round((node[figure] ?? 0) * (node['Actual Loops'] ?? 1));
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function shortened(condition: string): string {
  return condition.length > 300 ? `${condition.slice(0, 300)}…` : condition;
}
