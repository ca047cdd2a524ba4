import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon, { type Request } from 'autocannon';

/** Clock ticks in a second, the unit of process times in Linux. */
const TICKS_PER_SECOND = 100;

/** One measurement. Times in milliseconds, memory in MiB. */
export type Measure = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server for one request, in microseconds. */
  cpuMicros: number;
  /** Processor time of the database for one request, in microseconds. */
  databaseMicros: number;
  rssMiB: number;
};

type Load = {
  url: string;
  pid: number;
  /** The database's first process, whose children serve the connections. */
  postmaster: number;
  request: Request;
  status: number;
  connections: number;
  seconds: number;
  warmUpSeconds: number;
};

/**
 * Loads a server with one kind of request, after a short warm-up.
 * @throws Error when an answer has another status than expected, or none comes: what is wrong is not measured
 */
export async function measure(load: Load): Promise<Measure> {
  await run(load, load.warmUpSeconds);
  const before = [cpuSeconds(load.pid), cpuOfChildren(load.postmaster)] as const;
  const result = await run(load, load.seconds);
  const micros = (now: number, then: number) => ((now - then) * 1e6) / result.requests.total;
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMicros: micros(cpuSeconds(load.pid), before[0]),
    databaseMicros: micros(cpuOfChildren(load.postmaster), before[1]),
    rssMiB: rssMiB(load.pid),
  };
}

async function run({ url, request, status, connections }: Load, seconds: number) {
  const result = await autocannon({ url, connections, duration: seconds, requests: [request] });
  const counts = Object.entries(result.statusCodeStats ?? {});
  const others = counts.filter(([code]) => code !== String(status)).map(([code, { count }]) => `${count} × ${code}`);
  if (result.errors > 0 || others.length > 0 || result.requests.total === 0)
    throw new Error(
      `${url}: ${result.errors} errors, ${result.requests.total} answers, of them ${others.join(', ') || 'none wrong'}`,
    );
  return result;
}

/** Processor time of a process so far, in seconds (proc(5): fields 14 and 15 of stat). Zero on other systems. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** The same for all children of a process, including ended ones (fields 16 and 17). */
export function cpuOfChildren(parent: number): number {
  const ended = statOf(parent).slice(13, 15).map(Number);
  const ticks = ended.reduce((sum, each) => sum + each, 0);
  return childrenOf(parent).reduce((sum, pid) => sum + cpuSeconds(pid), ticks / TICKS_PER_SECOND);
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => Number(statOf(pid)[1]) === parent);
}

/** The fields of a process's stat after its name: state, parent, … */
function statOf(pid: number): string[] {
  return read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
}

/** The first process of the embedded database with its data in this folder. */
export function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/**
 * The child of a process that runs a file.
 * @throws Error when there is none
 */
export function childOf(parent: number, file: string): number {
  const pid = childrenOf(parent).find((each) => read(`/proc/${each}/cmdline`).includes(file));
  if (pid === undefined) throw new Error(`Process ${parent} has started no ${file}.`);
  return pid;
}

/** Memory of a process in MiB. */
export function rssMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The median of several measurements, for each figure. */
export function median(measures: readonly Measure[]): Measure {
  const middle = (figure: keyof Measure) => {
    const sorted = measures.map((each) => each[figure]).sort((a, b) => a - b);
    const half = Math.floor(sorted.length / 2);
    const upper = sorted[half] ?? 0;
    return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? 0)) / 2;
  };
  return {
    perSecond: middle('perSecond'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    cpuMicros: middle('cpuMicros'),
    databaseMicros: middle('databaseMicros'),
    rssMiB: middle('rssMiB'),
  };
}
