import { pool, type Tx } from '#lib/db.ts';
import { preparedText, type RowInsert, withClauses } from '#lib/row-insert.ts';

/**
 * Inserts the rows in one statement.
 * @param tx the transaction; without it the statement is prepared, and a transaction of its own
 */
export async function insertRows({ name, values, sql }: RowInsert, tx?: Tx): Promise<void> {
  if (tx) await tx.$executeRawUnsafe(statementOf(sql(1, '')), ...values);
  else
    await pool().query({
      name,
      text: preparedText(name, () => statementOf(sql(1, ''))),
      values: [...values],
    });
}

function statementOf(statements: readonly string[]): string {
  const [last = '', ...others] = [...statements].reverse();
  return others.length === 0 ? last : `WITH ${withClauses(others.reverse()).join(', ')} ${last}`;
}
