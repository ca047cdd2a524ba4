import { readZone } from '#lib/time-zone.ts';

/** The time zone of a page, such as `America/Bogota`, and whether its reader chose it. */
type ReaderZone = { timeZone: string; hasChosenZone: boolean };

/**
 * The time zone that a page is rendered in: the one its reader chose for their account, else their browser's, else UTC.
 * @param chosen of the account
 * @param cookie the value of `TIME_ZONE_COOKIE`
 */
export function readerZone(chosen: string | null, cookie: string | undefined): ReaderZone {
  const own = readZone(chosen);
  return { timeZone: own ?? readZone(cookie) ?? 'UTC', hasChosenZone: own !== undefined };
}

/** The time zones that a reader can choose from. */
export function allZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}
