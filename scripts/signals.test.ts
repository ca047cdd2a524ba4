import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onStopSignal } from './signals.ts';

const onStop = vi.fn();
const onInsist = vi.fn();
let remove: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('npm_lifecycle_event', 'start');
  remove = onStopSignal(onStop, onInsist);
});
afterEach(() => {
  remove();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

/** npm and its shell are gone: another process has adopted this one. */
function loseParent(): void {
  vi.spyOn(process, 'ppid', 'get').mockReturnValue(1);
  vi.advanceTimersByTime(300);
}

test('a signal to the whole process group, which ends npm too, is one request to stop', () => {
  process.emit('SIGTERM', 'SIGTERM');
  loseParent();
  expect(onStop).toHaveBeenCalledTimes(1);
  expect(onInsist).not.toHaveBeenCalled();
});

test('the end of npm alone is a request to stop', () => {
  loseParent();
  expect(onStop).toHaveBeenCalledTimes(1);
});

test('a second SIGTERM, however late, does not cut anything off', () => {
  process.emit('SIGTERM', 'SIGTERM');
  vi.advanceTimersByTime(10_000);
  process.emit('SIGTERM', 'SIGTERM');
  expect(onInsist).not.toHaveBeenCalled();
});

test('a second Ctrl-C insists, unless it comes with the first', () => {
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGINT', 'SIGINT');
  expect(onInsist).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_500);
  process.emit('SIGINT', 'SIGINT');
  expect(onStop).toHaveBeenCalledTimes(1);
  expect(onInsist).toHaveBeenCalledTimes(1);
});
