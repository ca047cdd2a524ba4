import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PgBoss } from 'pg-boss';
import Stripe from 'stripe';
import { disconnect, pool } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { openApiDocument } from '#lib/http/openapi.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import { type JobData, QUEUES, type QueueName } from '#lib/jobs/queues.ts';
import { WEBHOOK_EVENTS } from '#lib/rails/stripe/events.ts';
import { performJobs } from '#lib/worker/perform.ts';
import { createHttpServer } from '#server.ts';
import { createTestDatabase } from './database.ts';
import type { HostReply, HostRequest } from './emulators-host.ts';
import { forgetState } from './forget-state.ts';
import { openApiCheck } from './openapi-check.ts';
import { site } from './site.ts';

/** A response of the service: its status, headers and parsed body. */
// biome-ignore lint/suspicious/noExplicitAny: tests read members of whatever JSON came; a wrong guess fails the test.
export type Reply = { status: number; headers: Headers; body: any; text: string };

export type CallOptions = {
  method?: string;
  key?: string;
  body?: unknown;
  /** A raw body. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
};

/** The service in this process, with its real server.ts, database and adapters, and the emulators. */
export type Service = {
  url: string;
  emulatorUrl: string;
  databaseUrl: string;
  /** Calls the service; every response of a documented endpoint is checked against the OpenAPI document. */
  call(path: string, options?: CallOptions): Promise<Reply>;
  /** Calls the emulators' control API (emulators/README.md). */
  control(action: string, input?: object): Promise<Reply['body']>;
  /** The official SDK, connected to the emulator's account `sk_test_X`. */
  stripe(account?: string): Stripe;
  /** Runs every due job until none is left, as the worker would; failing jobs stay for the next call, as do those of `without`. */
  runJobs(without?: readonly QueueName[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts the service on free ports with a new database. Once per test file, because a process has one environment.
 * @param overrides environment variables, if needed made from the emulators' address; the emulators' keys are set already.
 */
export async function startService(
  overrides: Record<string, string> | ((emulatorUrl: string) => Record<string, string>) = {},
): Promise<Service> {
  // Held until the service listens on it: otherwise another process could get the same port meanwhile.
  const held = await listenAnywhere();
  const port = portOf(held);
  const url = `http://127.0.0.1:${port}`;
  const emulators = await startEmulators(url);
  const emulatorUrl = `http://127.0.0.1:${emulators.port}`;
  const database = await createTestDatabase();
  Object.assign(process.env, {
    PORT: String(port),
    PUBLIC_BASE_URL: url,
    EMULATOR_PORT: String(emulators.port),
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${emulators.smtpPort}`,
    LOG_LEVEL: 'silent',
    ...(typeof overrides === 'function' ? overrides(emulatorUrl) : overrides),
  });
  forgetState();
  const settings = env();
  const server = createHttpServer(settings, site);
  server.listen(held);
  await once(server, 'listening');
  const jobs = jobRunner();

  return {
    url,
    emulatorUrl,
    databaseUrl: database.url,
    call: (path, options) => callAt(url, path, options, checkReply),
    control: async (action, input = {}) => {
      const reply = await callAt(emulatorUrl, `/control/${action}`, { method: 'POST', body: input });
      if (reply.status >= 400) throw new Error(`${action}: ${reply.text}`);
      return reply.body;
    },
    stripe: (account = 'emulator') =>
      new Stripe(`sk_test_${account}`, {
        host: '127.0.0.1',
        port: emulators.port,
        protocol: 'http',
        telemetry: false,
        maxNetworkRetries: 0,
      }),
    runJobs: jobs.run,
    close: async () => {
      await closeServer(server);
      await jobs.stop();
      await stopSender();
      await disconnect();
      await emulators.stop();
      await database.drop();
    },
  };
}

let compiled: ReturnType<typeof openApiCheck> | undefined;
/** Checks a reply by the schemas of the API, which are those of every deployment: compiled once for the services of a process. */
const checkReply: ReturnType<typeof openApiCheck> = (...reply) => {
  compiled ??= openApiCheck(openApiDocument({ publicBaseUrl: 'http://127.0.0.1' }));
  return compiled(...reply);
};

/** Calls a server at its base URL. */
export async function callAt(
  base: string,
  path: string,
  { method, key, body, raw, headers = {} }: CallOptions = {},
  check?: ReturnType<typeof openApiCheck>,
): Promise<Reply> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const verb = method ?? (payload === undefined ? 'GET' : 'POST');
  const response = await fetch(base + path, {
    method: verb,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'x-api-key': key } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload as BodyInit }),
    redirect: 'manual',
  });
  const text = await response.text();
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
  const parsed: unknown = mediaType.endsWith('json') && text !== '' ? JSON.parse(text) : undefined;
  await check?.(verb, new URL(base + path).pathname, response.status, mediaType, parsed);
  return { status: response.status, headers: response.headers, body: parsed, text };
}

const HOST = Symbol.for('testing.emulators');
type Holder = { [HOST]?: { child: ChildProcess; asked: number } };

/** Emulators of a service's own, in a process that the services of this test process share. */
async function startEmulators(appUrl: string): Promise<HostReply & { stop(): Promise<void> }> {
  const holder = globalThis as Holder;
  // One that ended, for example because emulators could not start, is replaced.
  if (!holder[HOST]?.child.connected)
    holder[HOST] = { child: fork('testing/emulators-host.ts', [], { execArgv: [] }), asked: 0 };
  const host = holder[HOST];
  const number = ++host.asked;
  const started = await ask(host.child, {
    number,
    environment: {
      ...process.env,
      EMULATOR_PORT: '0',
      PUBLIC_BASE_URL: appUrl,
      EMULATOR_DATA_DIR: '',
      EMULATOR_STRIPE_EVENTS: WEBHOOK_EVENTS.join(),
    },
  });
  return { ...started, stop: async () => void (await ask(host.child, { number })) };
}

function ask(child: ChildProcess, request: HostRequest): Promise<HostReply> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error('The process of the emulators ended.'));
    const answered = (reply: HostReply) => {
      if (reply.number !== request.number) return;
      child.off('message', answered).off('exit', failed);
      resolve(reply);
    };
    child.on('message', answered).once('exit', failed);
    child.send(request);
  });
}

/** Runs due jobs of the database, with a queue that is started once, by the first of them. */
function jobRunner(): { run: Service['runJobs']; stop(): Promise<void> } {
  let started: Promise<PgBoss> | undefined;
  return {
    async run(without = []) {
      for (let ran = 1; ran > 0; ) {
        ran = 0;
        const due = (await dueQueues()).filter((queue) => !without.includes(queue));
        if (due.length === 0) return;
        started ??= startQueue();
        for (const queue of due) ran += await runQueue(await started, queue);
      }
    },
    stop: async () => (await started)?.stop({ graceful: false }),
  };
}

/** The queues with due jobs, in the order of `QUEUES`. */
async function dueQueues(): Promise<QueueName[]> {
  const { rows } = await pool().query<{ name: string }>(
    "SELECT DISTINCT name FROM pgboss.job WHERE state < 'active' AND start_after <= now()",
  );
  return (Object.keys(QUEUES) as QueueName[]).filter((queue) => rows.some(({ name }) => name === queue));
}

async function startQueue(): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  return boss;
}

async function runQueue(boss: PgBoss, queue: QueueName): Promise<number> {
  const jobs = await boss.fetch<JobData>(queue, { batchSize: 50 });
  for (const job of jobs) {
    const [outcome] = await performJobs(queue, [job]);
    if (outcome?.status === 'completed') await boss.complete(queue, job.id);
    else await boss.fail(queue, job.id, outcome?.output);
  }
  return jobs.length;
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

async function listenAnywhere(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
