'use client';

import { useSyncExternalStore } from 'react';
import { ownTimeZone } from './own-time-zone.ts';
import { SLOT } from './sentence.tsx';
import { day, instant, shortInstant } from './texts.ts';

/** In full with its time zone; short, for lists; or the day only. */
const STYLES = { whole: instant, short: shortInstant, day };

type Props = {
  iso: string;
  formatLocale: string;
  isDay?: boolean;
  isShort?: boolean;
  /** The reader's time zone where the server knows it. */
  zone?: string;
  /**
   * A text with the slot of `sentence.tsx` for the instant. Rendered as one piece, so that nothing moves when the zone
   * becomes known.
   */
  within?: string;
};

/** An instant in the reader's time zone, or in `zone` until the browser reports its own. */
export function LocalTime({ iso, formatLocale, isDay = false, isShort = false, zone = 'UTC', within = SLOT }: Props) {
  const timeZone = useSyncExternalStore(never, ownTimeZone, () => zone);
  const write = STYLES[isDay ? 'day' : isShort ? 'short' : 'whole'];
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {within.replace(SLOT, write(formatLocale, iso, timeZone))}
    </time>
  );
}

function never(): () => void {
  return () => {};
}
