import type { Locale } from '#lib/i18n/locales.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

type Props = { locale: Locale; at: Date; now: Date };

/** How long ago an instant was, or how far ahead it is, in whole days, hours or minutes. */
export function Age({ locale, at, now }: Props) {
  return <time dateTime={at.toISOString()}>{agoText(locale, at, now)}</time>;
}

/** The same as a text. */
export function agoText(locale: Locale, at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime();
  const [unit, length] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? ['minute', 60_000];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  return format.format(Math.trunc(distance / length), unit);
}
