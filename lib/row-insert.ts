/** INSERT statements with the values of their parameters. */
export type Inserts = {
  values: readonly unknown[];
  /**
   * The statements, one for each table.
   * @param first the number of their first parameter
   * @param from a `FROM` clause, or empty: rows are only inserted if that has a row
   */
  sql: (first: number, from: string) => readonly string[];
};

/** Rows that one statement inserts, alone or as a part of a larger one. */
export type RowInsert = Inserts & {
  /** The name of the prepared statement; the same name must have the same text. */
  name: string;
};

/** A column with its type in PostgreSQL and its value. */
type Column = readonly [name: string, type: string, value: unknown];

/** The column of a field: its name in snake case. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The insert of one row. Names and types come from our own code. */
export function rowOf(table: string, columns: readonly Column[]): Inserts {
  return {
    values: columns.map(([, , value]) => value),
    sql: (first, from) => {
      const names = columns.map(([name]) => name).join(', ');
      const given = columns.map(([, type], index) => `$${first + index}::${type}`).join(', ');
      return [`INSERT INTO ${table} (${names}) SELECT ${given} ${from}`];
    },
  };
}

/** The inserts of several, in one statement. */
export function combineInserts(...parts: readonly Inserts[]): Inserts {
  return {
    values: parts.flatMap(({ values }) => values),
    sql: (first, from) => {
      let next = first;
      return parts.flatMap(({ values, sql }) => {
        const texts = sql(next, from);
        next += values.length;
        return texts;
      });
    },
  };
}

/** Statements as the parts of a `WITH` clause. */
export function withClauses(statements: readonly string[]): string[] {
  return statements.map((statement, index) => `inserted_${index + 1} AS (${statement})`);
}

const texts = new Map<string, string>();

/** The text of a prepared statement, made once for each name. */
export function preparedText(name: string, make: () => string): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = make();
    texts.set(name, text);
  }
  return text;
}
