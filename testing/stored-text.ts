import { pool } from '#lib/db.ts';

/** Where a text is stored in the database, in any case: `table: row` for each row that contains it, of every table and queue. */
export async function findStored(text: string): Promise<string[]> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname IN ('public', 'pgboss') AND relkind = 'r' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool().query<{ line: string }>(
      `SELECT t::text AS line FROM ${name} t WHERE strpos(lower(t::text), lower($1)) > 0`,
      [text],
    );
    found.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  return found;
}
