'use client';

import { useSyncExternalStore } from 'react';
import { SLOT } from './sentence.tsx';
import { day, instant, shortInstant } from './texts.ts';

/** Whole, with its zone; in few characters, for lists; or the day alone. */
const STYLES = { whole: instant, short: shortInstant, day };

type Props = {
  iso: string;
  formatLocale: string;
  isDay?: boolean;
  isShort?: boolean;
  /** A text with the slot of `sentence.tsx` for the instant. As one piece it moves nothing when the zone becomes known. */
  within?: string;
};

/** An instant in the reader's own time zone; in UTC, and saying so, until their browser tells. */
export function LocalTime({ iso, formatLocale, isDay = false, isShort = false, within = SLOT }: Props) {
  const timeZone = useSyncExternalStore(never, ownTimeZone, () => 'UTC');
  const write = STYLES[isDay ? 'day' : isShort ? 'short' : 'whole'];
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {within.replace(SLOT, write(formatLocale, iso, timeZone))}
    </time>
  );
}

function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function never(): () => void {
  return () => {};
}
