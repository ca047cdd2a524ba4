import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

const PROGRAM = 'prometheus';
const RULES = resolve(import.meta.dirname, '../../deploy/prometheus/alerts.yaml');
/** A process that does not answer is waited for, two seconds (scripts/start/metrics.ts). */
const SCRAPE = '2500ms';
const EVALUATE = '500ms';

export type Prometheus = {
  /** The names of the alerts that fire now, each once. */
  firing: () => Promise<string[]>;
  stop: () => Promise<void>;
};

/**
 * Starts Prometheus with the rules of deploy/prometheus, on the metrics of one machine.
 * @param pace how many times as fast the rules' windows and waits pass; their bounds stay as they are
 * @throws Error with Prometheus' message, or that it is not installed
 */
export async function startPrometheus(folder: string, metricsPort: number, pace: number): Promise<Prometheus> {
  const port = await freePort();
  writeFileSync(join(folder, 'alerts.yaml'), faster(readFileSync(RULES, 'utf8'), pace));
  writeFileSync(
    join(folder, 'prometheus.yaml'),
    `global: { scrape_interval: ${SCRAPE}, scrape_timeout: ${SCRAPE}, evaluation_interval: ${EVALUATE} }
rule_files: [alerts.yaml]
scrape_configs: [{ job_name: fundraising, static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }] }]
`,
  );
  const options = [
    '--config.file=prometheus.yaml',
    '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn(PROGRAM, options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  let problem: string | undefined;
  child.once('error', () => (problem = `${PROGRAM} is not installed: it is a package of Debian and of Homebrew.`));
  child.once('exit', () => (problem ??= output));
  const ask = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const alerts = async () => ((await (await ask('/api/v1/alerts')).json()) as Alerts).data.alerts;
  const hasAnswer = async () => {
    const { data } = (await (await ask('/api/v1/query?query=waiting')).json()) as { data: { result: unknown[] } };
    return data.result.length > 0 && (await alerts()).length === 0;
  };
  // Prometheus asks for the first time after seconds. Until then nothing is known, which is an alert of its own.
  while (!(await hasAnswer().catch(() => false))) {
    if (problem !== undefined) throw new Error(problem);
    await pause(100);
  }
  return {
    firing: async () => {
      const firing = (await alerts()).filter(({ state }) => state === 'firing');
      return [...new Set(firing.map(({ labels }) => labels.alertname))].toSorted();
    },
    stop: async () => {
      if (problem !== undefined) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

type Alerts = { data: { alerts: { state: string; labels: { alertname: string } }[] } };

/** The rules with their windows and waits divided: `[5m]`, `for: 1m`. */
export function faster(rules: string, pace: number): string {
  return rules.replace(
    /(\[|for: )(\d+)m/g,
    (_all, before, minutes) => `${before}${(Number(minutes) * 60_000) / pace}ms`,
  );
}
