import { resolve } from 'node:path';
import pg from 'pg';
import { requireDataKeys } from '#lib/encryption/stored.ts';
import { type Env, loadEnv, unservableReason } from '#lib/env.ts';
import { diskFullError } from '../data-dir.ts';
import { provideDataKey } from '../data-key.ts';
import { ownerWarning } from '../database-roles.ts';
import { migrate } from '../migrate.ts';
import { type Database, ensureDatabase } from '../postgres.ts';
import { onEndRequest } from '../signals.ts';
import { claimDataDir, claimPort } from './claims.ts';
import { guide } from './guide.ts';
import type { Plan, Supervised } from './launch.ts';

/** How often the embedded database is looked after, in milliseconds. */
const DATABASE_CHECK_MS = 2_000;

/** Variables that tell the console which instance is meant. */
const INSTANCE_SETTINGS = ['PORT', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_BASE_URL', 'EMULATOR_PORT'];

/** What `npm start` and `npm run dev` do differently. */
export type Mode = {
  /** Settings that this mode has of its own: they stand over the environment's. Throws what cannot be. */
  settings: () => Record<string, string>;
  /** Gets ready what the web server serves; says so to the processes, as variables. */
  prepare: (signal: AbortSignal) => Promise<NodeJS.ProcessEnv>;
  /** The script of the web server. */
  server: string;
  /** Keeps a process running. */
  supervise: (plan: Plan) => Supervised;
};

/** Everything that has to be stopped again, in the order it was started. */
const running: {
  prepared?: Promise<NodeJS.ProcessEnv>;
  database?: Promise<Database>;
  emulators?: Supervised;
  service: Supervised[];
  releaseDataDir?: () => void;
} = { service: [] };

const interrupted = new AbortController();
let stopped: Promise<void> | undefined;

/** Brings the service up, in parallel where one part does not need the other. */
async function start(mode: Mode): Promise<void> {
  Object.assign(process.env, mode.settings());
  const settings = instanceSettings();
  const env = loadEnv();
  const refusal = unservableReason(env);
  if (refusal) throw new Error(refusal);
  const emulated = env.gatewayMode === 'emulators';
  await claimPort(env.port, 'the service', 'PORT');
  if (emulated) await claimPort(env.emulatorPort, 'the gateway emulators', 'EMULATOR_PORT');
  const dataDir = resolve(env.dataDir);
  if (emulated) running.releaseDataDir = await claimDataDir(dataDir);

  await bringUp(mode, env, dataDir, settings).catch((error: Error) => {
    throw (env.databaseUrl ? undefined : diskFullError(dataDir, error.message)) ?? error;
  });
}

async function bringUp(
  mode: Mode,
  env: Env,
  dataDir: string,
  settings: Record<string, string>,
): Promise<void> {
  const emulated = env.gatewayMode === 'emulators';
  running.database = ensureDatabase({ ...env, dataDir });
  // One that is not ours is there or is not; an own one starts while the rest is prepared.
  if (env.databaseUrl) await running.database;
  running.prepared = mode.prepare(interrupted.signal);
  const [prepared, url] = await Promise.all([running.prepared, running.database.then(migrated)]);
  await provideDataKey({ ...env, dataDir });
  await requireReadableData(url);

  const shared: NodeJS.ProcessEnv = { ...process.env, ...prepared, DATA_DIR: dataDir, DATABASE_URL: url };
  // Nobody who serves strangers holds the owner's password.
  delete shared.DATABASE_OWNER_URL;
  if (emulated) await startEmulators(mode, env, dataDir, shared);
  const demo = emulated ? await seedDemo(dataDir, url) : undefined;
  running.service = [
    ...serverNames(env.processes).map((name) =>
      mode.supervise({ name, file: mode.server, env: () => shared }),
    ),
    mode.supervise({ name: 'worker', file: 'scripts/worker.ts', env: () => shared }),
  ];
  await Promise.all(running.service.map((child) => child.ready));
  watchDatabase(await running.database, shared);
  if (!demo) console.log(`The service is up: ${env.publicBaseUrl}`);
  else {
    const facts = { baseUrl: env.publicBaseUrl, emulatorUrl: `http://localhost:${env.emulatorPort}` };
    console.log(guide({ ...facts, demo, settings }));
  }
}

function instanceSettings(): Record<string, string> {
  const set = INSTANCE_SETTINGS.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(set.filter((pair): pair is [string, string] => Boolean(pair[1])));
}

function serverNames(processes: number): string[] {
  if (processes === 1) return ['server'];
  return Array.from({ length: processes }, (_, index) => `server ${index + 1}`);
}

async function migrated(database: Database): Promise<string> {
  await migrate(database);
  const warning = await ownerWarning(database.url);
  if (warning) console.error(warning);
  return database.url;
}

/** Here too, so that a key that is missing is said once and nothing is started. */
async function requireReadableData(url: string): Promise<void> {
  const sql = new pg.Client({ connectionString: url });
  // A server that goes away is reported by the statement that fails.
  sql.on('error', () => {});
  await sql.connect();
  await requireDataKeys(sql, loadEnv().dataKeys).finally(() => sql.end());
}

/** Starts them before anything that talks to them; mail goes to their mailbox unless told otherwise. */
async function startEmulators(
  { supervise }: Mode,
  env: Env,
  dataDir: string,
  shared: NodeJS.ProcessEnv,
): Promise<void> {
  const settings: Record<string, string> = {
    EMULATOR_PORT: String(env.emulatorPort),
    EMULATOR_DATA_DIR: resolve(dataDir, 'emulators'),
    PUBLIC_BASE_URL: env.publicBaseUrl,
  };
  const plan = { name: 'emulators', file: 'emulators/main.ts', env: () => ({ ...shared, ...settings }) };
  running.emulators = supervise(plan);
  const { smtpPort } = await running.emulators.ready;
  // A restart must come back on the port the others already know.
  settings.EMULATOR_SMTP_PORT = String(smtpPort);
  shared.SMTP_URL = env.smtpUrl ?? `smtp://127.0.0.1:${smtpPort}`;
}

async function seedDemo(dataDir: string, url: string) {
  process.env.DATABASE_URL = url;
  const { seed } = await import('#prisma/seed.ts');
  return seed(dataDir);
}

/** Starts the embedded server again if it is gone, and the processes with it if it moved to another port. */
function watchDatabase(database: Database, shared: NodeJS.ProcessEnv): void {
  const look = async () => {
    const url = await database.revive();
    if (stopped || url === shared.DATABASE_URL) return;
    shared.DATABASE_URL = url;
    for (const child of running.service) child.kill();
  };
  const again = () => {
    if (stopped) return;
    look()
      .catch((error: Error) => console.error(`The database cannot be started again: ${error.message}`))
      .finally(() => setTimeout(again, DATABASE_CHECK_MS).unref());
  };
  again();
}

/** Ends everything in the order that lets each part finish what it is doing. Safe to call twice. */
function stop(): Promise<void> {
  stopped ??= (async () => {
    interrupted.abort();
    await Promise.all(running.service.map((child) => child.stop()));
    await running.emulators?.stop();
    await running.prepared?.catch(() => {});
    const database = await running.database?.catch(() => undefined);
    await database?.stop();
    running.releaseDataDir?.();
  })();
  return stopped;
}

/** The first signal asks, the second one insists. */
function onSignal(): void {
  if (stopped) {
    for (const child of [...running.service, running.emulators]) child?.kill();
    return;
  }
  console.error('Stopping…');
  void stop().then(() => process.exit(process.exitCode ?? 0));
}

/**
 * The whole service in the foreground, until this process is asked to end: database, emulators, web server and worker, with
 * the demonstration's data and what to open printed once all is up. Ends the process.
 */
export async function runService(mode: Mode): Promise<void> {
  onEndRequest(onSignal);
  await start(mode).catch(async (error: Error) => {
    // An interrupted start fails somewhere; the signal's own handler then ends the process.
    if (stopped) return;
    console.error(error.message);
    process.exitCode = 1;
    await stop();
    process.exit();
  });
}
