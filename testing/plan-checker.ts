import { type Exception, expensiveScansOf, planText, type Statement } from './expensive-scans.ts';
import type { ExplainedDatabase } from './explained-database.ts';

/**
 * Checks the executed plans of a database and collects expensive scans.
 * @param from the script whose statements are checked; of all, if none is given
 */
export function planChecker(database: ExplainedDatabase, exceptions: readonly Exception[], from?: 'server') {
  const scans = new Map<string, string>();
  const used = new Set<Exception>();

  function isException(text: string, table: string, by: string): boolean {
    const found = exceptions.find(
      (one) =>
        one.table === table &&
        one.statement.test(text) &&
        (typeof one.by === 'string' ? one.by === by : one.by.test(by)),
    );
    if (found) used.add(found);
    return found !== undefined;
  }

  function collect(occasion: string, statement: Statement): void {
    for (const scan of expensiveScansOf(statement, database, isException)) {
      const key = `${scan.replace(/\d+/g, '')} ${statement.text}`;
      if (scans.has(key)) continue;
      const sql = statement.text
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^SELECT .{200,}? FROM/, 'SELECT … FROM');
      scans.set(key, `${occasion}\n  ${scan}\n  ${sql}\n${planText(statement.root)}`);
    }
  }

  return {
    /** Ignores the statements executed until now. */
    skip: () => void database.statements(),
    /** Checks the statements since the last call; `occasion` is what caused them. Returns how many there were. */
    check: (occasion: string): number => {
      const statements = database.statements();
      for (const statement of statements)
        if (from === undefined || statement.from === from) collect(occasion, statement);
      return statements.filter((statement) => statement.from === 'server').length;
    },
    /** @throws Error with each expensive statement and its plan. */
    report: () => {
      const found = [...scans.values()];
      scans.clear();
      if (found.length > 0) throw new Error(`${ADVICE}\n\n${found.join('\n\n')}`);
    },
    /** Exceptions that no statement used, though every sample leads to their plan: the list is outdated. */
    unused: () =>
      exceptions.filter((one) => !used.has(one) && !one.isOneOfTwo).map(({ statement, by }) => `${by} in ${statement}`),
  };
}

const ADVICE = `Statements read more of a large table than what they are for. Each is shown with the plan that PostgreSQL took.
Either the index is missing that begins at the wanted rows (prisma/models; npx node scripts/new-migration.ts …), or the
condition is one that no index serves (lists: lib/keyset.ts), or more is asked for than is shown. If that is intended, the
test keeps a list of such statements, with the reason.`;
