import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What this process counts of its work, in memory: the process that answers METRICS_PORT asks all others for it
 * (scripts/start/metrics.ts). Nothing here names a person, a link or a key, and every label has few values.
 */
const METRICS = Symbol.for('fundraising.metrics');
const POOL = Symbol.for('fundraising.metrics.pool');
type Metrics = ReturnType<typeof makeMetrics>;
type Pool = { totalCount: number; idleCount: number; waitingCount: number };
type Holder = { [METRICS]?: Metrics; [POOL]?: Pool };

/** One per process, whichever copy of this module asks: Next bundles its own. */
function metrics(): Metrics {
  const holder = globalThis as Holder;
  holder[METRICS] ??= makeMetrics();
  return holder[METRICS];
}

/** Upper bounds in seconds: polls answer within milliseconds, calls to gateways within seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A donation is recorded at once when its webhook arrives, and by the sweep minutes later when none does. */
const RECORDED_BUCKETS = [1, 2, 5, 10, 20, 60, 300, 3_600];

function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'database_pool',
    help: 'Connections to the database that are used and idle, and what waits for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const pool = (globalThis as Holder)[POOL];
      if (!pool) return;
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'process_largest_memory_bytes',
    help: 'Resident memory of the process that has most.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by route and status; 499 for a caller who went away before the answer.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    payments: new Counter({
      name: 'payments_received_total',
      help: 'Payments that were recorded as received, by method and what became of them: approved, or why unmatched.',
      labelNames: ['method', 'outcome'] as const,
      registers,
    }),
    recorded: new Histogram({
      name: 'donation_recorded_seconds',
      help: 'From the success of a payment at its gateway until its link was completed.',
      labelNames: ['method'] as const,
      buckets: RECORDED_BUCKETS,
      registers,
    }),
    gatewayCalls: new Counter({
      name: 'gateway_calls_total',
      help: 'Calls to gateways, by account: answered, also with a refusal; unreachable; or failed for another reason than the request.',
      labelNames: ['gateway', 'outcome'] as const,
      registers,
    }),
    jobs: new Counter({
      name: 'jobs_total',
      help: 'Jobs that a worker has performed, by queue: completed, failed, or waiting for a gateway.',
      labelNames: ['queue', 'outcome'] as const,
      registers,
    }),
  };
}

/** The registry of this process, for metrics that are read when they are asked for. */
export function metricsRegistry(): Registry {
  return metrics().registry;
}

/** Makes the pool of this process one of its metrics. A later one takes its place. */
export function watchPool(pool: Pool): void {
  (globalThis as Holder)[POOL] = pool;
}

/** Counts a request that was answered. `route` is a template, such as `/v1/causes/{key}`. */
export function countRequest(method: string, route: string, status: number, seconds: number): void {
  metrics().requests.labels(method, route, String(status)).observe(seconds);
}

/** Counts a payment that was recorded, in seconds since its gateway took it. */
export function countPayment(method: string, outcome: string, seconds: number): void {
  const { payments, recorded } = metrics();
  payments.labels(method, outcome).inc();
  if (outcome === 'approved') recorded.labels(method).observe(Math.max(0, seconds));
}

/** Counts a call to a gateway account. */
export function countGatewayCall(gateway: string, outcome: 'answered' | 'unreachable' | 'failed'): void {
  metrics().gatewayCalls.labels(gateway, outcome).inc();
}

/** Counts a job that was performed. */
export function countJob(queue: string, outcome: 'completed' | 'failed' | 'waiting'): void {
  metrics().jobs.labels(queue, outcome).inc();
}

/** A question for this process's metrics, and its answer, over IPC: the number is that of the question. */
export type MetricsQuestion = { metrics: number };
export type MetricsAnswer = { metrics: number; values: object[] };

/** Answers questions for the metrics of this process. For the start of a process that another one has forked. */
export function answerMetrics(): void {
  process.on('message', async (message: Partial<MetricsQuestion> | null) => {
    if (typeof message?.metrics !== 'number') return;
    const values = await metricsRegistry().getMetricsAsJSON();
    process.send?.({ metrics: message.metrics, values } satisfies MetricsAnswer);
  });
}
