/** How often a process started through npm looks whether npm is still there, in milliseconds. */
const PARENT_CHECK_MS = 250;

/**
 * Calls `handler` each time this process is asked to end: Ctrl-C, SIGTERM, a closed terminal. npm hands a
 * SIGTERM to the shell between it and us, and that shell keeps it to itself: its end counts as one, too.
 */
export function onEndRequest(handler: () => void): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, handler);
  // A closed pipe must not end the process before it has cleaned up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    handler();
  }, PARENT_CHECK_MS);
  timer.unref();
}
