/** Rate limits are counted, but never reached. */
const NEVER_REACHED = '100000000';

/** Settings of the instance under test. */
export const SETTINGS: Readonly<Record<string, string>> = {
  RATE_LIMIT_CLIENT_PER_10S: NEVER_REACHED,
  RATE_LIMIT_ADDRESS_PER_10S: NEVER_REACHED,
  RATE_LIMIT_LINK_PER_10S: NEVER_REACHED,
};

/** Lines of the log at level error or fatal (pino: 50, 60). */
export function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => /^\{"level":[56]0\b/.test(line));
}
