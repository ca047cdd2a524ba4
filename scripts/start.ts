import { resolve } from 'node:path';
import { type Env, loadEnv, unservableReason } from '#lib/env.ts';
import { ensureBuild } from './build.ts';
import { migrate } from './migrate.ts';
import { type Database, ensureDatabase } from './postgres.ts';
import { onEndRequest } from './signals.ts';
import { type Supervised, supervise } from './start/child.ts';
import { claimDataDir, claimPort } from './start/claims.ts';
import { guide } from './start/guide.ts';
import { readStartOptions } from './start/options.ts';

/** How often the embedded database is looked after, in milliseconds. */
const DATABASE_CHECK_MS = 2_000;

/** Variables that tell the console which instance is meant. */
const INSTANCE_SETTINGS = ['PORT', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_BASE_URL', 'EMULATOR_PORT'].flatMap(
  (name): [string, string][] => (process.env[name] ? [[name, process.env[name]]] : []),
);

/** Everything that has to be stopped again, in the order it was started. */
const running: {
  build?: Promise<string>;
  database?: Promise<Database>;
  emulators?: Supervised;
  service: Supervised[];
  releaseDataDir?: () => void;
} = { service: [] };

const interrupted = new AbortController();
let stopped: Promise<void> | undefined;

/** Brings the service up, in parallel where one part does not need the other. */
async function start(): Promise<void> {
  Object.assign(process.env, readStartOptions(process.argv.slice(2)));
  const env = loadEnv();
  const refusal = unservableReason(env);
  if (refusal) throw new Error(refusal);
  const emulated = env.gatewayMode === 'emulators';
  await claimPort(env.port, 'the service', 'PORT');
  if (emulated) await claimPort(env.emulatorPort, 'the gateway emulators', 'EMULATOR_PORT');
  const dataDir = resolve(env.dataDir);
  if (emulated) running.releaseDataDir = claimDataDir(dataDir);

  running.build = ensureBuild(interrupted.signal);
  running.database = ensureDatabase({ dataDir, databaseUrl: env.databaseUrl });
  const [distDir, url] = await Promise.all([running.build, running.database.then(prepare)]);

  const shared: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_DIST_DIR: distDir,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
  };
  if (emulated) await startEmulators(env, dataDir, shared);
  const demo = emulated ? await seedDemo(dataDir, url) : undefined;
  running.service = [
    ...serverNames(env.processes).map((name) => supervise({ name, file: 'server.ts', env: () => shared })),
    supervise({ name: 'worker', file: 'scripts/worker.ts', env: () => shared }),
  ];
  await Promise.all(running.service.map((child) => child.ready));
  watchDatabase(await running.database, shared);
  if (!demo) console.log(`The service is up: ${env.publicBaseUrl}`);
  else {
    const facts = { baseUrl: env.publicBaseUrl, emulatorUrl: `http://localhost:${env.emulatorPort}` };
    console.log(guide({ ...facts, demo, settings: Object.fromEntries(INSTANCE_SETTINGS) }));
  }
}

function serverNames(processes: number): string[] {
  if (processes === 1) return ['server'];
  return Array.from({ length: processes }, (_, index) => `server ${index + 1}`);
}

async function prepare(database: Database): Promise<string> {
  await migrate(database.url);
  return database.url;
}

/** Starts them before anything that talks to them; mail goes to their mailbox unless told otherwise. */
async function startEmulators(env: Env, dataDir: string, shared: NodeJS.ProcessEnv): Promise<void> {
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
    await running.build?.catch(() => {});
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

onEndRequest(onSignal);

await start().catch(async (error: Error) => {
  // An interrupted start fails somewhere; the signal's own handler then ends the process.
  if (stopped) return;
  console.error(error.message);
  process.exitCode = 1;
  await stop();
  process.exit();
});
