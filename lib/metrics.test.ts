import { readdirSync, readFileSync } from 'node:fs';
import { AggregatorRegistry } from 'prom-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CONTRACTS } from './http/contracts.ts';
import { FOLDERS, PATHS } from './http/route-name.ts';
import { countJob, countPayment, countRequest, metricsRegistry, watchPool } from './metrics.ts';

// Other files of the same process have counted before.
beforeEach(() => metricsRegistry().resetMetrics());

/** The lines of a metric that are not about the buckets of a histogram. */
async function linesOf(name: string): Promise<string[]> {
  const text = await metricsRegistry().getSingleMetricAsString(name);
  return text.split('\n').filter((line) => !/^#|_bucket|^$/.test(line));
}

test('requests are counted by method, route and status, with their time', async () => {
  countRequest('GET', '/v1/causes/{key}', 200, 0.25);
  countRequest('GET', '/v1/causes/{key}', 200, 0.5);
  countRequest('GET', '/v1/causes/{key}', 404, 0.125);
  expect(await linesOf('http_request_duration_seconds')).toEqual([
    'http_request_duration_seconds_sum{method="GET",route="/v1/causes/{key}",status="200"} 0.75',
    'http_request_duration_seconds_count{method="GET",route="/v1/causes/{key}",status="200"} 2',
    'http_request_duration_seconds_sum{method="GET",route="/v1/causes/{key}",status="404"} 0.125',
    'http_request_duration_seconds_count{method="GET",route="/v1/causes/{key}",status="404"} 1',
  ]);
});

test('only a payment that completes its link says how long that took', async () => {
  countPayment('card', 'approved', 1.5);
  countPayment('card', 'late', 90);
  // The clocks of a gateway and ours may differ.
  countPayment('wallet', 'approved', -0.5);
  expect(await linesOf('payments_received_total')).toEqual([
    'payments_received_total{method="card",outcome="approved"} 1',
    'payments_received_total{method="card",outcome="late"} 1',
    'payments_received_total{method="wallet",outcome="approved"} 1',
  ]);
  expect(await linesOf('donation_recorded_seconds')).toEqual([
    'donation_recorded_seconds_sum{method="card"} 1.5',
    'donation_recorded_seconds_count{method="card"} 1',
    'donation_recorded_seconds_sum{method="wallet"} 0',
    'donation_recorded_seconds_count{method="wallet"} 1',
  ]);
});

test('the pool of connections says what is used, idle and waiting', async () => {
  watchPool({ totalCount: 5, idleCount: 2, waitingCount: 7 });
  expect(await linesOf('database_pool')).toEqual([
    'database_pool{state="used"} 3',
    'database_pool{state="idle"} 2',
    'database_pool{state="waiting"} 7',
  ]);
});

test('of several processes the one that has most memory counts, not their sum', async () => {
  const values = await metricsRegistry().getMetricsAsJSON();
  const text = await AggregatorRegistry.aggregate([values, values]).getSingleMetricAsString(
    'process_largest_memory_bytes',
  );
  const bytes = Number(/^process_largest_memory_bytes (\S+)$/m.exec(text)?.[1]);
  const own = process.memoryUsage.rss();
  expect(bytes).toBeGreaterThan(own / 2);
  expect(bytes).toBeLessThan(own * 1.5);
});

test('jobs are counted by queue and outcome', async () => {
  countJob('deliver_email', 'completed');
  countJob('deliver_email', 'failed');
  expect(await linesOf('jobs_total')).toEqual([
    'jobs_total{queue="deliver_email",outcome="completed"} 1',
    'jobs_total{queue="deliver_email",outcome="failed"} 1',
  ]);
});

const read = (path: string) => readFileSync(path, 'utf8');

/** Every metric of the service, by its declaration. */
const METRICS = ['lib/metrics.ts', 'lib/worker/watch-state.ts', 'scripts/start/metrics.ts'].flatMap((path) =>
  [...read(path).matchAll(/(?:gauge\(|name: )\s*'([a-z]+(?:_[a-z]+)*)'/g)].map(([, name = '']) => name),
);

/** What is checked of a dashboard for Grafana. */
const DASHBOARD = z.object({
  panels: z.array(
    z.object({
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string() })),
    }),
  ),
});

/** The metrics that an expression of PromQL names. */
function namedIn(expression: string): string[] {
  const bare = expression.replace(/"[^"]*"|by \([\w, ]+\)| offset \w+/g, '');
  return [...bare.matchAll(/[a-z]+(?:_[a-z0-9]+)*(?=\{|\[| ==| [<>]|\)|$)/g)].map(([name]) =>
    name.replace(/_(bucket|count)$/, ''),
  );
}

describe('the alerts for Prometheus', () => {
  const rules = read('deploy/prometheus/alerts.yaml');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

  test('are about metrics that there are', () => {
    const expressions = [...rules.matchAll(/expr: (.+(?:\n {10}.+)*)/g)].map(([, text = '']) => text);
    expect(expressions).toHaveLength(alerts.length);
    for (const expression of expressions) {
      const named = namedIn(expression);
      expect(named.length, expression).toBeGreaterThan(0);
      for (const name of named) expect(METRICS, expression).toContain(name);
    }
  });

  test('are about every folder of donors', () => {
    const [, folders = ''] = /alert: DonorPagesFail\n +expr: >\n.*route=~"\/\(([^)]+)\)"/.exec(rules) ?? [];
    const others = ['_next', 'dashboard', 'docs', 'pictures', 'qa', 'sdk', 'sign-in'];
    expect([...folders.split('|'), ...others].toSorted()).toEqual(FOLDERS.toSorted());
  });

  test('have a runbook and a test each', () => {
    const sections = [...read('docs/runbooks/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(alerts);
    for (const alert of alerts) {
      expect(rules).toContain(`runbook: docs/runbooks/alerts.md#${alert.toLowerCase()}\n`);
      expect(read('deploy/prometheus/alerts.test.yaml')).toContain(`alertname: ${alert}\n`);
    }
  });

  test('and all metrics are described', () => {
    for (const name of METRICS) expect(read('docs/operations.md')).toMatch(new RegExp(`\`${name}[{\`]`));
  });
});

describe.each(readdirSync('deploy/grafana'))('the dashboard %s', (file) => {
  const { panels } = DASHBOARD.parse(JSON.parse(read(`deploy/grafana/${file}`)));
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  test('shows metrics that there are, of routes that there are', () => {
    expect(expressions.length).toBeGreaterThan(0);
    const routes = [...FOLDERS.map((folder) => `/${folder}`), ...PATHS, ...CONTRACTS.map(({ path }) => path)];
    for (const expression of expressions) {
      const named = namedIn(expression).filter((name) => !/^(process|nodejs)_/.test(name));
      for (const name of named) expect(METRICS, expression).toContain(name);
      expect(namedIn(expression).length, expression).toBeGreaterThan(0);
      for (const [, route = ''] of expression.matchAll(/route="([^"]+)"/g)) expect(routes).toContain(route);
    }
  });

  test('no panel lies on another one', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});
