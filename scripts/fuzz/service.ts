/** Out of reach: limits are counted as ever, but nothing is to be refused for having been asked before. */
const NEVER_REACHED = '100000000';

/** Settings of the instance that is tried. */
export const SETTINGS: Readonly<Record<string, string>> = {
  RATE_LIMIT_CLIENT_PER_10S: NEVER_REACHED,
  RATE_LIMIT_ADDRESS_PER_10S: NEVER_REACHED,
  RATE_LIMIT_LINK_PER_10S: NEVER_REACHED,
};

/** Lines of the log that say that something is our fault (pino's levels: 50 is error). */
export function errorsIn(said: string): string[] {
  return said.split('\n').filter((line) => /^\{"level":[56]0\b/.test(line));
}
