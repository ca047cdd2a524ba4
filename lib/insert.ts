/** One row of a table, to be written by a statement of its own or as a part of a larger one. */
export type Insert = {
  /** Names the prepared statement: the same name, the same table and columns. */
  name: string;
  table: string;
  /** Each column with its type, in the order of `values`. */
  columns: readonly (readonly [column: string, type: string])[];
  values: readonly unknown[];
};

/** A prepared statement, as the pool takes it. */
export type Statement = { name: string; text: string; values: unknown[] };

type Place = {
  /** How many parameters of the larger statement come before. */
  after: number;
  /** What the row is taken `FROM`: no row there, no row written. */
  from: string;
};

/** The SQL that writes a row. Names and types come from our own code, values are parameters. */
export function statementOf({ name, table, columns, values }: Insert, place?: Place): Statement {
  const names = columns.map(([column]) => column).join(', ');
  const given = columns.map(([, type], index) => `$${index + 1 + (place?.after ?? 0)}::${type}`).join(', ');
  const from = place ? ` FROM ${place.from}` : '';
  return { name, text: `INSERT INTO ${table} (${names}) SELECT ${given}${from}`, values: [...values] };
}
