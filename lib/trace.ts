import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';

/*
 * Traces. All work about a checkout link is one trace, whose id follows from the link's: nothing is stored or passed on. A
 * request or a job is recorded in memory while it runs, because most learn only then which link they are about, and becomes
 * spans afterwards (lib/trace-export.ts). Nothing here names a person, a link or a key.
 */

/** A call to a gateway or a mail server during some work. Times in milliseconds since the epoch. */
export type Step = { name: string; began: number; ended: number; errorType?: string };

/** A request or a job. */
export type Work = {
  began: number;
  /** Of the caller's own trace (`traceparent`). */
  parent?: TraceParent;
  /** The link that it is about (`traceLink`). */
  linkId?: string;
  /** It mints that link. */
  isMint: boolean;
  steps: Step[];
};

/** The parts of a `traceparent` header: ids in lower-case hexadecimals. */
export type TraceParent = { traceId: string; spanId: string; isSampled: boolean };

/** What work was, once it is over. */
export type Outcome = {
  name: string;
  kind: 'server' | 'consumer';
  attributes: Record<string, string | number>;
  errorType?: string | undefined;
};
type Finish = (work: Work, outcome: () => Outcome, ended: number) => void;

const TRACING = Symbol.for('fundraising.tracing');
type Tracing = { works: AsyncLocalStorage<Work>; finish: Finish };
type Holder = { [TRACING]?: Tracing | undefined };
const tracing = () => (globalThis as Holder)[TRACING];

/**
 * Records work from now on, for all copies of this module in this process: Next bundles its own.
 * @param finish gets what was recorded; undefined ends the recording
 */
export function recordWork(finish: Finish | undefined): void {
  (globalThis as Holder)[TRACING] = finish && { works: new AsyncLocalStorage(), finish };
}

/**
 * Runs work, and records it where traces are on.
 * @param traceparent the header of the caller; of several, none is taken
 * @param run gets the function to call once the work is over; undefined while traces are off
 */
export function traceWork<Result>(
  traceparent: string | string[] | undefined,
  run: (finish?: (outcome: () => Outcome) => void) => Result,
): Result {
  const on = tracing();
  if (!on) return run();
  const parent = readTraceParent(traceparent);
  const work: Work = { began: Date.now(), isMint: false, steps: [], ...(parent && { parent }) };
  return on.works.run(work, () => run((outcome) => on.finish(work, outcome, Date.now())));
}

/** Runs a call to another system as a step of the current work. */
export async function traceStep<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
  const work = tracing()?.works.getStore();
  if (!work) return call();
  const step: Step = { name, began: Date.now(), ended: 0 };
  work.steps.push(step);
  try {
    return await call();
  } catch (error) {
    step.errorType = errorType(error);
    throw error;
  } finally {
    step.ended = Date.now();
  }
}

/** Says that the current work is about a link: the first that is named, or the last that it mints, as a mint can begin again. */
export function traceLink(linkId: string, { isMint = false } = {}): void {
  const work = tracing()?.works.getStore();
  if (!work || (work.linkId !== undefined && !isMint)) return;
  work.linkId = linkId;
  work.isMint = isMint;
}

/** The trace of the current work, for the log; undefined if it has none, or traces are off. */
export function currentTraceId(): string | undefined {
  const work = tracing()?.works.getStore();
  if (work?.parent?.isSampled) return work.parent.traceId;
  return work?.linkId === undefined ? undefined : traceOf(work.linkId).traceId;
}

/** The trace of a link, and its first span, which begins when the link is minted. Equal in all processes, at any time. */
export function traceOf(linkId: string): { traceId: string; spanId: string } {
  const digest = hash('sha256', linkId, 'hex');
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

/** What kind of error it is, without its text, which may hold personal data. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' && code !== '' ? code : typeof name === 'string' ? name : 'unknown';
}

/** Version 00, or a later one, whose further fields are left out (W3C Trace Context, 3.2). Ids of zeros are invalid. */
const TRACEPARENT = /^(?!ff)(?<version>[\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** The parts of a `traceparent` header; undefined if there is none, or it is invalid: then it is ignored. */
export function readTraceParent(header: string | string[] | undefined): TraceParent | undefined {
  const [, version, traceId, spanId, flags, rest] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  if (!traceId || !spanId || !flags || (version === '00' && rest !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
