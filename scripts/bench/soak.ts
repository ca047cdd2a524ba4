import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import type { Database } from '../postgres.ts';
import { CASES } from './cases.ts';
import type { BenchData } from './data.ts';
import { postmasterOf, rssMiB } from './measure.ts';
import type { Result } from './report.ts';

/** The share of the measured rate: busy, and not overloaded. */
const SHARE = 0.7;
const SAMPLE_MS = 15_000;
/** How long the database is down in the middle, in milliseconds. */
const OUTAGE_MS = 5_000;

type Soak = {
  url: string;
  pid: number;
  data: BenchData;
  database: Database;
  /** The data directory of the embedded server. */
  folder: string;
  results: readonly Result[];
  minutes: number;
};

/**
 * Polls for minutes at a steady rate while the embedded database is restarted in the middle, and tells what became of
 * memory, errors and connections.
 */
export async function soak({ url, pid, data, database, folder, results, minutes }: Soak): Promise<string> {
  const poll = CASES.find(({ name }) => name === 'poll');
  const measured = results.find((result) => result.case === poll)?.service.perSecond;
  if (!poll || measured === undefined) throw new Error('A soak needs the case "poll" to be measured first.');
  const rate = Math.round(measured * SHARE);
  const request = poll.request(data, { etag: '', replayKey: '' });
  const samples: { rss: number; connections: number }[] = [];
  const errorsBySecond = new Map<number, number>();
  const started = Date.now();
  const load = autocannon({
    url,
    connections: 32,
    overallRate: rate,
    duration: minutes * 60,
    requests: [request],
    setupClient: (client) =>
      client.on('response', (status) => {
        if (status === poll.status) return;
        const second = Math.floor((Date.now() - started) / 1000);
        errorsBySecond.set(second, (errorsBySecond.get(second) ?? 0) + 1);
      }),
  });
  const done = load.then(() => true);
  const outage = pause((minutes * 60_000) / 2).then(() => restart(database, folder, started));
  while (!(await Promise.race([done, pause(SAMPLE_MS, false)])))
    samples.push({ rss: rssMiB(pid), connections: await connectionsOf(database.url) });
  const away = await outage;
  const result = await load;
  const errors = [...errorsBySecond.entries()];
  const outside = errors.filter(([second]) => second < away.from || second > away.to + 1);
  const sum = (pairs: [number, number][]) => pairs.reduce((total, [, count]) => total + count, 0);
  return [
    `Soak: ${minutes} min at ${rate} polls/s, ${result.requests.total} answers, p99 ${result.latency.p99} ms\n`,
    `- memory in MiB, every ${SAMPLE_MS / 1000} s: ${samples.map(({ rss }) => rss.toFixed(0)).join(' ')}`,
    `- database connections: ${samples.map(({ connections }) => connections).join(' ')}`,
    `- database away from second ${away.from} to ${away.to}: ${sum(errors)} answers asked to retry, ${sum(outside)} of them outside of it; ${result.errors} requests without an answer`,
  ].join('\n');
}

/** Stops the embedded server as its operator would, leaves it off for a while, and starts it again. */
async function restart(database: Database, folder: string, started: number): Promise<{ from: number; to: number }> {
  const second = () => Math.floor((Date.now() - started) / 1000);
  const from = second();
  // A fast shutdown: it closes open connections.
  process.kill(postmasterOf(folder), 'SIGINT');
  await pause(OUTAGE_MS);
  const url = await database.revive();
  if (url !== database.url) throw new Error('The database came back on another port; start the soak again.');
  return { from, to: second() };
}

async function connectionsOf(databaseUrl: string): Promise<number> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  try {
    await sql.connect();
    const { rows } = await sql.query<{ count: number }>(
      'SELECT count(*)::int - 1 AS count FROM pg_stat_activity WHERE datname = current_database()',
    );
    return rows[0]?.count ?? 0;
  } catch {
    return 0;
  } finally {
    await sql.end().catch(() => {});
  }
}
