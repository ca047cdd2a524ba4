import { setTimeout as sleep } from 'node:timers/promises';
import { type Launched, launch, type ProcessPlan, type Ready, type Supervised } from './launch.ts';

/** Backoff before a restart, in milliseconds: doubles from the first to the longest wait. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** A process that ran this long, in milliseconds, had recovered: the backoff starts again. */
const STEADY_MS = 60_000;

/**
 * Starts a process, and restarts it with backoff whenever it exits unexpectedly. One that exits by itself before it was ready
 * once has said why it cannot start, and is not restarted; one that a signal ends is, whatever its age.
 */
export function supervise(plan: ProcessPlan): Supervised {
  const stopping = new AbortController();
  const up = Promise.withResolvers<Ready>();
  let current = launch(plan);

  const keepUp = async () => {
    let wasReady = false;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const since = Date.now();
      wasReady = (await becomesReady(current, up.resolve)) || wasReady;
      const { how, isOwn } = await current.ended;
      if (stopping.signal.aborted) return;
      if (isOwn && !wasReady) return current.ready.catch(up.reject);
      if (Date.now() - since > STEADY_MS) wait = FIRST_WAIT_MS;
      console.error(`The ${plan.name} stopped unexpectedly (${how}); starting it again in ${wait / 1000} s.`);
      await sleep(wait, undefined, stopping).catch(() => {});
      if (stopping.signal.aborted) return;
      current = launch(plan);
    }
  };
  const done = keepUp();

  return {
    ready: up.promise,
    kill: () => current.kill(),
    metrics: (limitMs) => current.metrics(limitMs),
    stop: async () => {
      stopping.abort();
      up.reject(new Error(`The ${plan.name} was stopped.`));
      up.promise.catch(() => {});
      await Promise.all([done, current.stop()]);
    },
  };
}

/** Whether a process becomes ready before it ends, and calls `onReady` at once if it does; never rejects. */
function becomesReady({ ready }: Launched, onReady: (message: Ready) => void): Promise<boolean> {
  return ready.then(
    (message) => {
      onReady(message);
      return true;
    },
    () => false,
  );
}
