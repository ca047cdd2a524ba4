import { cookieOf } from '#lib/cookies.ts';
import { TIME_ZONE_COOKIE } from '#lib/i18n/zone-name.ts';
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

/** The time zone of the pages that a request for a file comes from: that of `readerZone`. */
export function zoneOfRequest(chosen: string | null, headers: Headers): string {
  // The page's script has percent-encoded it.
  const cookie = cookieOf(headers, TIME_ZONE_COOKIE, '/')?.replace(/%2F/gi, '/').replace(/%2B/gi, '+');
  return readerZone(chosen, cookie).timeZone;
}

/** The time zones that a reader can choose from. */
export function allZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}
