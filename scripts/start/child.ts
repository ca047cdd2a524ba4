import { setTimeout as sleep } from 'node:timers/promises';
import { launch, type Plan, type Supervised } from './launch.ts';

/** The wait before a crashed process is started again doubles up to the last value, in milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** A process that ran this long had recovered: its next crash waits no longer than a first one. */
const STEADY_MS = 60_000;

/** Starts a process, and starts it again whenever it ends by itself after having been up. */
export function supervise(plan: Plan): Supervised {
  const stopping = new AbortController();
  let current = launch(plan);
  const ready = current.ready;

  const keepUp = async () => {
    if (!(await settled(ready))) return;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const since = Date.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      if (Date.now() - since > STEADY_MS) wait = FIRST_WAIT_MS;
      console.error(`The ${plan.name} stopped unexpectedly (${how}); starting it again in ${wait / 1000} s.`);
      await settled(sleep(wait, undefined, stopping));
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

/** Whether a promise came true; never rejects. */
function settled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
