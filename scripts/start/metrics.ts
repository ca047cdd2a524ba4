import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import type { Supervised } from './launch.ts';

/** How long a process may take to say its metrics, in milliseconds: one that hangs does not hide the others. */
const ANSWER_LIMIT_MS = 2_000;

type Watched = { name: string; metrics: Supervised['metrics'] };

/**
 * Serves `/metrics`, in Prometheus' format, with the sums of all processes of the service, and which of them answered.
 * @param processes those that run at the moment of the question
 */
export function metricsServer(processes: () => readonly Watched[]): Server {
  return createServer(async (request, response) => {
    const isFound = request.url === '/metrics';
    if (!isFound || request.method !== 'GET') response.writeHead(isFound ? 405 : 404).end();
    else response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(await textOf(processes()));
  });
}

async function textOf(processes: readonly Watched[]): Promise<string> {
  const answers = await Promise.all(processes.map(async ({ metrics }) => metrics(ANSWER_LIMIT_MS)));
  const own = new Registry();
  const up = new Gauge({
    name: 'service_process_up',
    help: 'Whether a process of the service has said its metrics.',
    labelNames: ['process'] as const,
    registers: [own],
  });
  for (const [index, { name }] of processes.entries()) up.set({ process: name }, answers[index] ? 1 : 0);
  const values = answers.flatMap((answer) => (answer ? [answer] : []));
  const all = values.length > 0 ? await AggregatorRegistry.aggregate(values).metrics() : '';
  return `${await own.metrics()}${all}`;
}
