'use client';

import { useSyncExternalStore } from 'react';
import { day, instant, shortInstant } from './texts.ts';

/** Whole, with its zone; in few characters, for lists; or the day alone. */
const STYLES = { whole: instant, short: shortInstant, day };

type Props = { iso: string; formatLocale: string; isDay?: boolean; isShort?: boolean };

/** An instant in the reader's own time zone; in UTC, and saying so, until their browser tells. */
export function LocalTime({ iso, formatLocale, isDay = false, isShort = false }: Props) {
  const timeZone = useSyncExternalStore(never, ownTimeZone, () => 'UTC');
  const write = STYLES[isDay ? 'day' : isShort ? 'short' : 'whole'];
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {write(formatLocale, iso, timeZone)}
    </time>
  );
}

function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function never(): () => void {
  return () => {};
}
