import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/*
 * The content of a backup: for each table a frame with its name and columns, frames with its rows as PostgreSQL copies them, and an
 * empty frame; at the end a frame that counts the rows. A frame is its length, in four bytes, and so many bytes.
 */

type TableHead = { table: string; columns: string[] };
/** Rows by table. */
export type RowCounts = Record<string, number>;
type End = { rows: RowCounts };

/** What migrations write by themselves, in every database. */
const WITHOUT = 'public._prisma_migrations';

/** Every row of the service's tables and queues, as they are at one moment, while it goes on. */
export async function* dumpDatabase(url: string): AsyncGenerator<Buffer, void, undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rows: RowCounts = {};
    for (const { table, columns } of await tablesOf(client)) {
      yield frame(JSON.stringify({ table, columns } satisfies TableHead));
      const copy = client.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${table}) TO STDOUT`));
      for await (const chunk of copy as AsyncIterable<Buffer>) yield frame(chunk);
      yield frame('');
      rows[table] = copy.rowCount;
    }
    yield frame(JSON.stringify({ rows } satisfies End));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/**
 * Puts the rows of a backup into a migrated database in the place of its own, in one transaction: after an error it is as it was. No
 * trigger runs, because the rows are what triggers made of them; what rows must be and refer to is checked.
 * @param ownerUrl as the role that owns the tables
 * @returns the rows of each table
 * @throws Error
 */
export async function restoreDump(ownerUrl: string, content: AsyncIterable<Buffer>): Promise<RowCounts> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN');
    const tables = (await tablesOf(client)).map(({ table }) => table);
    const guarded = await tablesWithTriggers(client);
    for (const table of guarded) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${tables.join(', ')}`);
    const rows = await loadTables(client, frames(content), new Set(tables));
    for (const table of guarded) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    return rows;
  } finally {
    // Ends the transaction too, where it was not committed.
    await client.end();
  }
}

async function loadTables(
  client: pg.Client,
  content: AsyncGenerator<Buffer, void, undefined>,
  known: ReadonlySet<string>,
): Promise<RowCounts> {
  const loaded: RowCounts = {};
  for await (const read of content) {
    const head = JSON.parse(read.toString()) as TableHead | End;
    if ('rows' in head) {
      if (JSON.stringify(head.rows) !== JSON.stringify(loaded))
        throw new Error('The backup does not have all its rows.');
      // To its very end, where it proves to be unchanged.
      for await (const _more of content) throw new Error('The backup goes on after its end.');
      return loaded;
    }
    if (!known.has(head.table)) throw new Error(`There is no table ${head.table}.`);
    const copy = client.query(copyFrom(`COPY ${head.table} (${head.columns.join(', ')}) FROM STDIN`));
    await pipeline(Readable.from(untilEmpty(content)), copy);
    loaded[head.table] = copy.rowCount;
  }
  throw new Error('The backup has no end.');
}

async function* untilEmpty(content: AsyncGenerator<Buffer, void, undefined>): AsyncGenerator<Buffer> {
  for (;;) {
    // Not `for await`, which would close the content at the end of the first table.
    const { value, done } = await content.next();
    if (done || value.length === 0) return;
    yield value;
  }
}

function frame(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The frames in a stream of bytes, which is cut anywhere. */
async function* frames(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE();
      yield rest.subarray(4, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new Error('The backup ends within a row.');
}

/**
 * The tables with their columns, each after those that its rows refer to. Partitions are read and written through their table;
 * generated columns follow from others.
 */
async function tablesOf(client: pg.Client): Promise<TableHead[]> {
  const { rows: tables } = await client.query<TableHead & { refersTo: string[] }>(
    `SELECT format('%I.%I', nspname, relname) AS table,
            ARRAY(SELECT quote_ident(attname) FROM pg_attribute
                   WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
            ARRAY(SELECT format('%I.%I', tn.nspname, t.relname)
                    FROM pg_constraint JOIN pg_class t ON t.oid = confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
                   WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS "refersTo"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p') AND NOT relispartition
        AND format('%I.%I', nspname, relname) <> $1 ORDER BY 1`,
    [WITHOUT],
  );
  const ordered: TableHead[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ table, refersTo }) => !placed.has(table) && refersTo.every((other) => placed.has(other)),
    );
    if (next.length === 0) throw new Error('Bug: tables refer to each other in a circle');
    for (const { table, columns } of next) {
      placed.add(table);
      ordered.push({ table, columns });
    }
  }
  return ordered;
}

async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT DISTINCT format('%I.%I', nspname, relname) AS table
       FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid JOIN pg_namespace n ON n.oid = relnamespace
      WHERE NOT tgisinternal AND nspname IN ('public', 'pgboss') ORDER BY 1`,
  );
  return rows.map(({ table }) => table);
}
