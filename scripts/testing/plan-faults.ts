/** A step of a plan, as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` tells it. Figures of rows are for one loop. */
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

/** A statement and how it was executed. */
export type Statement = { text: string; root: PlanNode };

/** Rows of each table, and the table of each index. */
export type Catalogue = { tables: ReadonlyMap<string, number>; indexes: ReadonlyMap<string, string> };

/** A statement that is meant to read much of a table, the one way in which it may, and why. */
export type Meant = { statement: RegExp; table: string; by: string | RegExp; why: string };

/** From so many rows on a table is big: reading all of it shows. */
export const BIG = 5_000;

/**
 * The most rows of a big table that one step may read, and how many more for each row that the statement returns. A page
 * shows 50 rows; what reads much more than it shows reads more of them each year.
 */
const MOST_ROWS = 1_000;
const ROWS_PER_RESULT = 5;

/** The most pages (of 8 kB) for each row, and each time that it is looked for: one who walks through an index has more. */
const PAGES_PER_ROW = 5;
const SOME_PAGES = 150;

/** What a statement read of a big table that it should not have, in words; nothing for one that reads as it should. */
export function faultsOf(
  statement: Statement,
  { tables, indexes }: Catalogue,
  isMeant: (text: string, table: string, by: string) => boolean,
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
    if ((!by.startsWith('Seq Scan') && read <= most && !isWide) || isMeant(statement.text, table, by))
      return [];
    const returned = totalOf(node, 'Actual Rows');
    return [`${by} reads ${read} of the ${size} rows of ${table}, on ${pages} pages, for ${returned}`];
  });
}

/** The rows that the step reads which reads the most, of a table of any size. */
export function mostRowsRead(root: PlanNode): number {
  return Math.max(0, ...nodesOf(root).filter(isScan).map(rowsRead));
}

/** The plan as a person reads it, a step a line. */
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

/** Without those of the steps below it. Pages are counted over all loops. */
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
