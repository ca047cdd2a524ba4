import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

/**
 * Runs Prisma's schema engine, which the Prisma CLI would download as a program, from its WebAssembly package.
 * @param url the database it works on
 * @param schema the schema files
 * @throws Error with the message of the engine or the database
 */
export async function withSchemaEngine<T>(
  url: string,
  schema: SchemasContainer,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const pools: pg.Pool[] = [];
  const open = (address: string) => {
    const pool = new pg.Pool({ connectionString: address });
    // A server that ends cuts connections that are just being closed; a statement that is cut reports it itself.
    pool.on('error', () => {});
    pools.push(pool);
    return engineAdapter(pool);
  };
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => open(url),
    connectToShadowDb: async () => open(await createShadow(url)),
  });
  const datamodels = schema.files.map(({ path, content }): [string, string] => [path, content]);
  const { SchemaEngine } = await loadSchemaEngine();
  const engine = await SchemaEngine.new({ datamodels }, () => {}, factory);
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
  // As with the pools: a statement that is cut reports it itself.
  client.on('error', () => {});
  await client.connect();
  await client.query('CREATE DATABASE shadow').finally(() => client.end());
  const shadow = new URL(url);
  shadow.pathname = '/shadow';
  return shadow.href;
}

const ENGINE = Symbol.for('schema-engine');
type Holder = { [ENGINE]?: Promise<typeof glue> };

/** One instance a process, however often this module is loaded: a second one would take over the first one's memory. */
function loadSchemaEngine(): Promise<typeof glue> {
  const holder = globalThis as Holder;
  holder[ENGINE] ??= instantiate();
  return holder[ENGINE];
}

/**
 * What importing the package would do. By hand, because Node warns about every WebAssembly import and
 * because the engine's timer for its own lock (10 s, never cleared) would hold up the end of a process.
 */
async function instantiate(): Promise<typeof glue> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const file = join(dirname(entry), 'schema_engine_bg.wasm');
  const timer = (call: () => void, milliseconds: number) => setTimeout(call, milliseconds).unref();
  const functions = Object.entries(glue).map(([name, value]) =>
    name.startsWith('__wbg_setTimeout') ? [name, timer] : [name, value],
  );
  const imports = { './schema_engine_bg.js': Object.fromEntries(functions) };
  const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
  // Where the engine leaves its last words when it panics.
  const report = (message: string) => {
    throw new Error(`Prisma's schema engine failed: ${message}`);
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: report } });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}
