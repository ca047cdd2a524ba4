import { once } from 'node:events';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import pg from 'pg';
import { requireDataKeys } from '#lib/encryption/stored.ts';
import { type Env, loadEnv, unservableReason } from '#lib/env.ts';
import { diskFullError } from '../data-dir.ts';
import { provideDataKey } from '../data-key.ts';
import { ownerWarning } from '../database-roles.ts';
import { migrate } from '../migrate.ts';
import { type Database, ensureDatabase } from '../postgres.ts';
import { onStopSignal } from '../signals.ts';
import { claimDataDir, claimPort } from './claims.ts';
import { guide } from './guide.ts';
import type { ProcessPlan, Supervised } from './launch.ts';
import { memorySettings, WORKER_FLAGS } from './memory.ts';

/** Interval between checks that the embedded database runs, in milliseconds. */
const DATABASE_CHECK_MS = 2_000;

/** Variables by which the console finds this instance. */
const INSTANCE_SETTINGS = ['PORT', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_BASE_URL', 'EMULATOR_PORT'];

/** The differences between `npm start` and `npm run dev`. */
export type Mode = {
  /** Variables that override the environment. Throws on bad options. */
  settings: () => Record<string, string>;
  /** Prepares what the web server serves. Resolves to variables for the processes. */
  prepare: (signal: AbortSignal) => Promise<NodeJS.ProcessEnv>;
  /** The script of the web server. */
  server: string;
  /** Starts a process and keeps it running. */
  supervise: (plan: ProcessPlan) => Supervised;
};

/** Everything that has to be stopped again, in the order it was started. */
const running: {
  prepared?: Promise<NodeJS.ProcessEnv>;
  database?: Promise<Database>;
  emulators?: Supervised;
  service: Supervised[];
  metrics?: Server;
  releaseDataDir?: () => void;
} = { service: [] };

const interrupted = new AbortController();
let stopped: Promise<void> | undefined;

/** Checks settings and ports, then starts everything. */
async function start(mode: Mode): Promise<void> {
  Object.assign(process.env, mode.settings());
  const settings = instanceSettings();
  const env = loadEnv();
  const refusal = unservableReason(env);
  if (refusal) throw new Error(refusal);
  const emulated = env.gatewayMode === 'emulators';
  await claimPort(env.port, 'the service', 'PORT');
  if (env.metricsPort !== undefined) await claimPort(env.metricsPort, 'the metrics', 'METRICS_PORT');
  if (emulated) await claimPort(env.emulatorPort, 'the gateway emulators', 'EMULATOR_PORT');
  const dataDir = resolve(env.dataDir);
  if (emulated) running.releaseDataDir = await claimDataDir(dataDir);

  await bringUp(mode, env, dataDir, settings).catch((error: Error) => {
    throw (env.databaseUrl ? undefined : diskFullError(dataDir, error.message)) ?? error;
  });
}

async function bringUp(mode: Mode, env: Env, dataDir: string, settings: Record<string, string>): Promise<void> {
  const emulated = env.gatewayMode === 'emulators';
  running.database = ensureDatabase({ ...env, dataDir });
  // A database of DATABASE_URL must answer now; the embedded one starts while the rest is prepared.
  if (env.databaseUrl) await running.database;
  running.prepared = mode.prepare(interrupted.signal);
  const [prepared, url] = await Promise.all([running.prepared, running.database.then(migrated)]);
  await provideDataKey({ ...env, dataDir });
  await requireReadableData(url);

  const shared: NodeJS.ProcessEnv = {
    ...memorySettings(dataDir),
    ...process.env,
    ...prepared,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
  };
  // Servers do not get the password of the owner role.
  delete shared.DATABASE_OWNER_URL;
  if (emulated) await startEmulators(mode, env, dataDir, shared);
  const demo = emulated ? await seedDemo(dataDir, url) : undefined;
  running.service = [
    ...serverNames(env.processes).map((name) => mode.supervise({ name, file: mode.server, env: () => shared })),
    mode.supervise({ name: 'worker', file: 'scripts/worker.ts', flags: WORKER_FLAGS, env: () => shared }),
  ];
  await Promise.all(running.service.map((child) => child.ready));
  if (env.metricsPort !== undefined)
    await serveMetrics(env.metricsPort, env.metricsHost, [...serverNames(env.processes), 'worker']);
  watchDatabase(await running.database, shared);
  if (!demo) console.log(`The service is up: ${env.publicBaseUrl}`);
  else {
    const facts = { baseUrl: env.publicBaseUrl, emulatorUrl: `http://localhost:${env.emulatorPort}` };
    console.log(guide({ ...facts, demo, settings }));
  }
}

async function serveMetrics(port: number, host: string, names: readonly string[]): Promise<void> {
  const { metricsServer } = await import('./metrics.ts');
  const processes = () => running.service.map(({ metrics }, index) => ({ name: names[index] ?? '', metrics }));
  running.metrics = metricsServer(processes).listen(port, host);
  await once(running.metrics, 'listening').catch(({ message }: Error) => {
    throw new Error(`METRICS_HOST must be an address of this machine (${message}).`);
  });
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

/** Checked here too, so that a missing key is reported once and nothing is started. */
async function requireReadableData(url: string): Promise<void> {
  const sql = new pg.Client({ connectionString: url });
  // A server that goes away is reported by the statement that fails.
  sql.on('error', () => {});
  await sql.connect();
  await requireDataKeys(sql, loadEnv().dataKeys).finally(() => sql.end());
}

/** Starts the emulators before the processes that call them. Mail goes to their mailbox unless SMTP_URL is set. */
async function startEmulators(
  { supervise }: Mode,
  env: Env,
  dataDir: string,
  shared: NodeJS.ProcessEnv,
): Promise<void> {
  // Not loaded where no emulators are started.
  const { STRIPE_WEBHOOK_EVENTS } = await import('#lib/rails/registry.ts');
  const settings: Record<string, string> = {
    EMULATOR_PORT: String(env.emulatorPort),
    EMULATOR_DATA_DIR: resolve(dataDir, 'emulators'),
    EMULATOR_STRIPE_EVENTS: STRIPE_WEBHOOK_EVENTS.join(),
    PUBLIC_BASE_URL: env.publicBaseUrl,
  };
  const plan = { name: 'emulators', file: 'emulators/main.ts', env: () => ({ ...shared, ...settings }) };
  running.emulators = supervise(plan);
  const { smtpPort } = await running.emulators.ready;
  // After a restart the mailbox must listen on the same port.
  settings.EMULATOR_SMTP_PORT = String(smtpPort);
  shared.SMTP_URL = env.smtpUrl ?? `smtp://127.0.0.1:${smtpPort}`;
}

async function seedDemo(dataDir: string, url: string) {
  process.env.DATABASE_URL = url;
  const { seed } = await import('./seed.ts');
  return seed(dataDir);
}

/** Restarts the embedded database if it is gone, and the processes too if its port changed. */
function watchDatabase(database: Database, shared: NodeJS.ProcessEnv): void {
  const check = async () => {
    const url = await database.revive();
    if (stopped || url === shared.DATABASE_URL) return;
    shared.DATABASE_URL = url;
    for (const child of running.service) child.kill();
  };
  const repeat = () => {
    if (stopped) return;
    check()
      .catch((error: Error) => console.error(`The database cannot be started again: ${error.message}`))
      .finally(() => setTimeout(repeat, DATABASE_CHECK_MS).unref());
  };
  repeat();
}

/** Stops everything in an order that lets each part finish its work. Safe to call twice. */
function stop(): Promise<void> {
  stopped ??= (async () => {
    interrupted.abort();
    running.metrics?.close();
    await Promise.all(running.service.map((child) => child.stop()));
    await running.emulators?.stop();
    await running.prepared?.catch(() => {});
    const database = await running.database?.catch(() => undefined);
    await database?.stop();
    running.releaseDataDir?.();
  })();
  return stopped;
}

function stopGently(): void {
  console.error('Stopping: requests in progress are answered first. Ctrl-C again ends them at once.');
  void stop().then(() => process.exit(process.exitCode ?? 0));
}

function stopAtOnce(): void {
  for (const child of [...running.service, running.emulators]) child?.kill();
}

/**
 * Runs the whole service in the foreground until a signal: database, emulators, web servers and worker. Seeds demonstration
 * data and prints what to open. Exits the process.
 */
export async function runService(mode: Mode): Promise<void> {
  onStopSignal(stopGently, stopAtOnce);
  await start(mode).catch(async (error: Error) => {
    // An interrupted start fails somewhere; the signal handler exits the process.
    if (stopped) return;
    console.error(error.message);
    process.exitCode = 1;
    await stop();
    process.exit();
  });
}
