import { LANGUAGE_TAGS, type Locale } from './locales.ts';

/** The cookie in which a page stores its browser's time zone, so that the server renders the next page in it. */
export const TIME_ZONE_COOKIE = 'time_zone';

/** A time zone in words: "Colombia Standard Time". UTC keeps its abbreviation. */
export function zoneName(locale: Locale, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC';
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { timeZone, timeZoneName: 'longGeneric' });
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
