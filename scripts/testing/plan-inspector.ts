import { faultsOf, type Meant, planText, type Statement } from './plan-faults.ts';
import type { ExplainedDatabase } from './plan-log.ts';

/** Looks at what the database executed, and keeps what is wrong with it. */
export function planInspector(database: ExplainedDatabase, meant: readonly Meant[]) {
  const faults = new Map<string, string>();
  const used = new Set<Meant>();

  function isMeant(text: string, table: string, by: string): boolean {
    const found = meant.find(
      (one) =>
        one.table === table &&
        one.statement.test(text) &&
        (typeof one.by === 'string' ? one.by === by : one.by.test(by)),
    );
    if (found) used.add(found);
    return found !== undefined;
  }

  function judge(occasion: string, statement: Statement): void {
    for (const fault of faultsOf(statement, database, isMeant)) {
      const key = `${fault.replace(/\d+/g, '')} ${statement.text}`;
      if (faults.has(key)) continue;
      const sql = statement.text
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^SELECT .{200,}? FROM/, 'SELECT … FROM');
      faults.set(key, `${occasion}\n  ${fault}\n  ${sql}\n${planText(statement.root)}`);
    }
  }

  return {
    /** Leaves out what was executed until now. */
    skip: () => void database.statements(),
    /** Judges what was executed since it last looked; `occasion` is what it was done for. Returns how much it was. */
    look: (occasion: string): number => {
      const statements = database.statements();
      for (const statement of statements) judge(occasion, statement);
      return statements.length;
    },
    /** @throws Error that tells each statement which read too much, with its plan. */
    conclude: () => {
      const found = [...faults.values()];
      faults.clear();
      if (found.length > 0) throw new Error(`${ADVICE}\n\n${found.join('\n\n')}`);
    },
    /** What was meant and did not happen: the list has grown old. */
    unused: () => meant.filter((one) => !used.has(one)).map(({ statement, by }) => `${by} in ${statement}`),
  };
}

const ADVICE = `Statements read more of a big table than what they are for. Each is shown with the plan that PostgreSQL took.
Either the index is missing that begins at the wanted rows (prisma/models; npx node scripts/migrate.ts --new …), or the
condition is one that no index serves (lists: lib/keyset.ts), or more is asked for than is shown. If it is meant, the
test keeps a list of such statements, with the reason.`;
