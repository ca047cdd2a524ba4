import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { ensureDatabase } from './postgres.ts';

const PRISMA = resolve(import.meta.dirname, '../prisma');
const MIGRATIONS = join(PRISMA, 'migrations');
/** What `prisma migrate` expects beside the migrations. */
const LOCKFILE = 'provider = "postgresql"\n';

/** Any number no other advisory lock of the product uses. Two starts migrate one after the other. */
const ADVISORY_LOCK = 7_205_914_118;

const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Brings a database to the state the migration files describe, and records it as `prisma migrate` does.
 * Safe to call from any number of processes at once.
 * @param url a PostgreSQL connection string
 * @returns the names of the migrations applied just now, oldest first
 * @throws Error naming the migration and what the database said
 */
export async function migrate(url: string): Promise<string[]> {
  const guard = new pg.Client({ connectionString: url });
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await forgetFailures(guard);
    const input = { migrationsList: migrationList(), filters: FILTERS };
    return await withEngine(
      url,
      async (engine) => (await engine.applyMigrations(input)).appliedMigrationNames,
    );
  } finally {
    await guard.end();
  }
}

/**
 * Lets a migration that failed be tried again: it was one transaction, so nothing of it remains. Prisma
 * would otherwise refuse every later start until somebody resolves it by hand.
 */
async function forgetFailures(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS known`);
  if (rows[0]?.known === null) return;
  await client.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
}

/**
 * The SQL that leads from the migration files to the schema files; empty when they agree.
 * Runs on a throwaway server, so no database of the product is touched.
 */
export async function pendingChanges(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'migrate-'));
  const database = await ensureDatabase({ dataDir, durable: false });
  try {
    const script = await withEngine(database.url, (engine) =>
      engine.diff({
        from: { tag: 'migrations', ...migrationList() },
        to: { tag: 'schemaDatamodel', ...schemaFiles() },
        script: true,
        exitCode: null,
        filters: FILTERS,
      }),
    );
    const sql = script.stdout ?? '';
    return sql.includes('-- This is an empty migration') ? '' : sql;
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const pools: pg.Pool[] = [];
  const open = (address: string) => {
    const pool = new pg.Pool({ connectionString: address });
    pools.push(pool);
    return engineAdapter(pool);
  };
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => open(url),
    connectToShadowDb: async () => open(await createShadow(url)),
  });
  const { SchemaEngine } = await loadSchemaEngine();
  const engine = await SchemaEngine.new({ datamodels: schemaPairs() }, () => {}, factory);
  try {
    return await work(engine);
  } catch (error) {
    throw new Error(`Migration failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    engine.free();
    // The engine closes some of its connections and leaves others open.
    for (const pool of pools) await pool.end();
  }
}

/** Prisma's adapter as the engine needs it, with two gaps closed. */
async function engineAdapter(pool: pg.Pool): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPg(pool).connect();
  const base = { queryRaw: adapter.queryRaw.bind(adapter), query: pool.query.bind(pool) };
  // It splits scripts at every semicolon, also inside a function's body. Sent whole, a script is one
  // transaction besides: a migration that fails leaves nothing behind.
  adapter.executeScript = async (script) => {
    await base.query(script).catch((error: pg.DatabaseError) => {
      const { code = '', severity = '', message, detail, column, hint } = error;
      throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
    });
  };
  // It refuses the one-byte type "char" of the system catalogue, which the engine reads to compare schemas.
  const characters = new Set<string>();
  pool.query = (async (query: pg.QueryConfig) => {
    const result = await base.query(query);
    for (const field of result.fields) {
      if (field.dataTypeID !== pg.types.builtins.CHAR) continue;
      field.dataTypeID = pg.types.builtins.TEXT;
      characters.add(field.name);
    }
    return result;
  }) as pg.Pool['query'];
  adapter.queryRaw = async (query) => {
    const result = await base.queryRaw(query);
    const typeOf = (name: string, i: number) =>
      characters.has(name) ? ColumnTypeEnum.Character : (result.columnTypes[i] ?? ColumnTypeEnum.Text);
    return { ...result, columnTypes: result.columnNames.map(typeOf) };
  };
  return adapter;
}

/**
 * An empty database beside the one at `url`, for the engine to replay the migrations in. Nobody drops it:
 * only the throwaway server of `pendingChanges` is ever asked for one.
 */
async function createShadow(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE DATABASE shadow').finally(() => client.end());
  const shadow = new URL(url);
  shadow.pathname = '/shadow';
  return shadow.href;
}

/**
 * What importing the package would do. By hand, because Node warns about every WebAssembly import and
 * because the engine's timer for its own lock (10 s, never cleared) would hold up the end of a process.
 */
async function loadSchemaEngine(): Promise<typeof glue> {
  const file = new URL('schema_engine_bg.wasm', import.meta.resolve('@prisma/schema-engine-wasm'));
  const timer = (call: () => void, milliseconds: number) => setTimeout(call, milliseconds).unref();
  const functions = Object.entries(glue).map(([name, value]) =>
    name.startsWith('__wbg_setTimeout') ? [name, timer] : [name, value],
  );
  const imports = { './schema_engine_bg.js': Object.fromEntries(functions) };
  const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}

function schemaFiles(): SchemasContainer {
  const names = readdirSync(PRISMA, { recursive: true, encoding: 'utf8' });
  const schemas = names.filter((name) => name.endsWith('.prisma')).sort();
  return { files: schemas.map((path) => ({ path, content: readFileSync(join(PRISMA, path), 'utf8') })) };
}

function schemaPairs(): [string, string][] {
  return schemaFiles().files.map(({ path, content }) => [path, content]);
}

function migrationList(): MigrationList {
  mkdirSync(MIGRATIONS, { recursive: true });
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: 'migration_lock.toml', content: LOCKFILE },
    shadowDbInitScript: '',
    migrationDirectories: folders
      .map(({ name }) => name)
      .sort()
      .map((name) => {
        const value = readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8');
        return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
      }),
  };
}

async function writeMigration(name: string): Promise<void> {
  const sql = await pendingChanges();
  if (sql === '') {
    console.error('The migrations already describe the schema: nothing to write.');
    return;
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(MIGRATIONS, `${stamp}_${name.replace(/\W+/g, '_')}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), sql);
  writeFileSync(join(MIGRATIONS, 'migration_lock.toml'), LOCKFILE);
  console.error(`Wrote ${folder}/migration.sql`);
}

async function main(args: string[]): Promise<void> {
  if (args[0] === '--new' && args[1]) return writeMigration(args[1]);
  if (args.length > 0) throw new Error('Usage: node scripts/migrate.ts [--new name]');
  const { DATA_DIR: dataDir = '.data', DATABASE_URL: databaseUrl } = process.env;
  const database = await ensureDatabase({ dataDir, databaseUrl });
  try {
    const applied = await migrate(database.url);
    console.error(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date.');
  } finally {
    await database.stop();
  }
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
