'use client';

import { useSyncExternalStore } from 'react';
import { instant } from './texts.ts';

/** An instant in the reader's own time zone; in UTC, and saying so, until their browser tells. */
export function LocalTime({ iso, formatLocale }: { iso: string; formatLocale: string }) {
  const timeZone = useSyncExternalStore(never, ownTimeZone, () => 'UTC');
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {instant(formatLocale, iso, timeZone)}
    </time>
  );
}

function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function never(): () => void {
  return () => {};
}
