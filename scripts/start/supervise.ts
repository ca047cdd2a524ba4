import { setTimeout as sleep } from 'node:timers/promises';
import { launch, type ProcessPlan, type Supervised } from './launch.ts';

/** Backoff before a restart, in milliseconds: doubles from the first to the longest wait. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** A process that ran this long, in milliseconds, had recovered: the backoff starts again. */
const STEADY_MS = 60_000;

/** Starts a process, and restarts it with backoff whenever it exits unexpectedly after it was ready once. */
export function supervise(plan: ProcessPlan): Supervised {
  const stopping = new AbortController();
  let current = launch(plan);
  const ready = current.ready;

  const keepUp = async () => {
    if (!(await isFulfilled(ready))) return;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const since = Date.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      if (Date.now() - since > STEADY_MS) wait = FIRST_WAIT_MS;
      console.error(`The ${plan.name} stopped unexpectedly (${how}); starting it again in ${wait / 1000} s.`);
      await isFulfilled(sleep(wait, undefined, stopping));
      if (stopping.signal.aborted) return;
      current = launch(plan);
      current.ready.catch(() => {});
    }
  };
  const done = keepUp();

  return {
    ready,
    kill: () => current.kill(),
    stop: async () => {
      stopping.abort();
      await Promise.all([done, current.stop()]);
    },
  };
}

/** Whether a promise was fulfilled; never rejects. */
function isFulfilled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
