'use client';

import { useSyncExternalStore } from 'react';
import { day, instant } from './texts.ts';

type Props = { iso: string; formatLocale: string /** The day alone. */; isDay?: boolean };

/** An instant in the reader's own time zone; in UTC, and saying so, until their browser tells. */
export function LocalTime({ iso, formatLocale, isDay = false }: Props) {
  const timeZone = useSyncExternalStore(never, ownTimeZone, () => 'UTC');
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {isDay ? day(formatLocale, iso, timeZone) : instant(formatLocale, iso, timeZone)}
    </time>
  );
}

function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function never(): () => void {
  return () => {};
}
