/** Interval at which a process started through npm checks that npm still runs, in milliseconds. */
const PARENT_CHECK_MS = 250;

/**
 * Signals within this time of the first are one request to stop, in milliseconds. A signal to the whole process group reaches
 * npm too, whose end this process notices a moment later; a terminal that closes sends more than one.
 */
const ONE_REQUEST_MS = 1_000;

/**
 * Calls `onStop` once, at the first request to stop: Ctrl-C, SIGTERM, a closed terminal. npm sends SIGTERM to the shell between
 * it and this process, which does not forward it: the exit of that shell counts too.
 * @param onInsist called when somebody presses Ctrl-C again later, who does not want to wait
 * @returns a function that removes the handlers
 */
export function onStopSignal(onStop: () => void, onInsist: () => void): () => void {
  let stoppedAt: number | undefined;
  const onSignal = (name?: NodeJS.Signals) => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      onStop();
    } else if (name === 'SIGINT' && performance.now() - stoppedAt > ONE_REQUEST_MS) onInsist();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, onSignal);
  // A closed pipe must not kill the process before it has cleaned up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const timer = process.env.npm_lifecycle_event ? onParentExit(onSignal) : undefined;
  return () => {
    for (const name of signals) process.off(name, onSignal);
    clearInterval(timer);
  };
}

function onParentExit(call: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    call();
  }, PARENT_CHECK_MS);
  return timer.unref();
}
