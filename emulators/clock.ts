/** Virtual time shared by all emulators: real time plus an offset that only control may move forward. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Whole seconds since the epoch, as Stripe writes its timestamps. */
  nowSeconds(): number;
  /** Moves time forward; tasks that are now due run at once, oldest first. */
  advance(ms: number): void;
  /** Runs the callback when `dueMs` (epoch milliseconds, virtual) is reached. Returns a function that cancels it. */
  at(dueMs: number, callback: () => void): () => void;
  /** How far ahead of real time the clock is, in milliseconds. */
  offsetMs(): number;
  /** Back to real time; scheduled tasks are dropped. */
  reset(): void;
  /** Stops all timers (the process is about to end). */
  close(): void;
};

type Task = { dueMs: number; order: number; callback: () => void };

/** The longest delay a Node timer takes; longer waits wake up in between and wait again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Creates a clock.
 * @param offsetMs how far ahead of real time it starts (a restart keeps the offset).
 * @param onOffset called with every new offset, so that it can be stored.
 */
export function createClock(offsetMs = 0, onOffset: (offsetMs: number) => void = () => {}): Clock {
  let offset = offsetMs;
  let order = 0;
  let tasks: Task[] = [];
  let timer: NodeJS.Timeout | undefined;

  const now = () => Date.now() + offset;

  function runDue(): void {
    for (;;) {
      const next = tasks[0];
      if (next === undefined || next.dueMs > now()) break;
      tasks.shift();
      next.callback();
    }
    arm();
  }

  function arm(): void {
    clearTimeout(timer);
    const next = tasks[0];
    if (next === undefined) return;
    timer = setTimeout(runDue, Math.min(Math.max(next.dueMs - now(), 0), LONGEST_TIMER_MS));
    timer.unref();
  }

  return {
    now,
    nowSeconds: () => Math.floor(now() / 1000),
    offsetMs: () => offset,
    advance(ms) {
      offset += ms;
      onOffset(offset);
      runDue();
    },
    at(dueMs, callback) {
      const task = { dueMs, order: order++, callback };
      tasks.push(task);
      tasks.sort((a, b) => a.dueMs - b.dueMs || a.order - b.order);
      arm();
      return () => {
        tasks = tasks.filter((other) => other !== task);
      };
    },
    reset() {
      offset = 0;
      onOffset(0);
      tasks = [];
      clearTimeout(timer);
    },
    close() {
      tasks = [];
      clearTimeout(timer);
    },
  };
}
