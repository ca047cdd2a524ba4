import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Where a call stands in its window: the first is 1. */
export type Count = { calls: number; msUntilReset: number };

type Batch = { size: number; counted: Promise<RateLimiterRes> };

/**
 * Counts calls, those of one caller that come in the same turn of the event loop by one command: a busy partner's polls come
 * by the dozen, and a command to Redis for each would cost a process a quarter of what a poll does.
 */
export class CallCounter {
  readonly #limiter: RateLimiterAbstract;
  readonly #open = new Map<string, Batch>();

  constructor(limiter: RateLimiterAbstract) {
    this.#limiter = limiter;
  }

  /** Counts one call of `id`, every one exactly once, within the limit or beyond it. */
  async count(id: string): Promise<Count> {
    const batch = this.#open.get(id) ?? this.#begin(id);
    const place = ++batch.size;
    const { consumedPoints, msBeforeNext } = await batch.counted;
    return { calls: consumedPoints - batch.size + place, msUntilReset: msBeforeNext };
  }

  #begin(id: string): Batch {
    const batch: Batch = { size: 0, counted: endOfTurn().then(() => this.#close(id, batch)) };
    this.#open.set(id, batch);
    return batch;
  }

  #close(id: string, { size }: Batch): Promise<RateLimiterRes> {
    this.#open.delete(id);
    // What the library calls a penalty counts as `consume` does, but tells also of those beyond the limit where they stand.
    return this.#limiter.penalty(id, size);
  }
}
