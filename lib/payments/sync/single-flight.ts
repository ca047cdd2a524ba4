/** Reads of one thing that begin at once, within `WINDOW_MS`: more than a donor needs. */
const AT_ONCE = 10;
const WINDOW_MS = 10_000;
/** How long after each other the reads beyond that begin, in milliseconds. */
const SPACING_MS = 1_000;

type Reads = {
  /** When each read of the last window began. */
  begun: number[];
  running: Promise<unknown> | undefined;
  /** The next read, which has not begun: calls from now on wait for it. */
  next: Promise<unknown> | undefined;
};

const READS = Symbol.for('fundraising.sharedReads');
type Holder = { [READS]?: Map<string, Reads> };

function allReads(): Map<string, Reads> {
  const holder = globalThis as Holder;
  holder[READS] ??= new Map();
  return holder[READS];
}

/**
 * Reads something from a gateway for a caller whom anybody can imitate. Of each thing one read runs at a time in this process,
 * and everybody who asks until it begins gets its answer, so that no answer is older than its question. Past `AT_ONCE` reads
 * in a window they begin `SPACING_MS` apart: strangers do not use up what the gateway allows us.
 * @param key names what is read, with the kind of answer: callers with one key get the same type
 * @throws what `read` throws
 */
export function singleFlight<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> {
  const all = allReads();
  const reads = all.get(key) ?? { begun: [], running: undefined, next: undefined };
  all.set(key, reads);
  reads.next ??= readNext(key, reads, read);
  return reads.next as Promise<Answer>;
}

async function readNext<Answer>(key: string, reads: Reads, read: () => Promise<Answer>): Promise<Answer> {
  await reads.running?.catch(() => {});
  await pause(waitMs(reads));
  reads.next = undefined;
  reads.begun.push(Date.now());
  const running = read();
  reads.running = running;
  try {
    return await running;
  } finally {
    if (reads.running === running) reads.running = undefined;
    // Forgotten once nothing of it counts any more.
    setTimeout(() => forget(key, reads), WINDOW_MS + SPACING_MS).unref();
  }
}

function forget(key: string, reads: Reads): void {
  const isIdle = !reads.running && !reads.next && isPast(reads.begun.at(-1) ?? 0);
  if (isIdle && allReads().get(key) === reads) allReads().delete(key);
}

function isPast(begun: number): boolean {
  return Date.now() - begun >= WINDOW_MS;
}

function waitMs(reads: Reads): number {
  reads.begun = reads.begun.filter((begun) => !isPast(begun));
  const latest = reads.begun.at(-1);
  if (latest === undefined || reads.begun.length < AT_ONCE) return 0;
  return Math.max(0, latest + SPACING_MS - Date.now());
}

function pause(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
