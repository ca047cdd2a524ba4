import { isDay } from '#lib/i18n/read-day.ts';
import { Problem } from '#lib/problems/problem.ts';

/**
 * Requires that the first and the last day of a file are days: without them it would have everything, and nobody would notice.
 * @throws Problem
 */
export function requireDays(query: Readonly<Record<string, string | undefined>>): void {
  for (const name of ['from', 'to'])
    if (query[name] && !isDay(query[name]))
      throw new Problem('validation_failed', `${name} must be a day such as 2026-11-30.`);
}
