/** A day of UTC (`2026-12-03`) as a reader writes it: `3 December`, `December 3`, `3 de diciembre`. */
export function writeDay(formatLocale: string, day: string): string {
  const format = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(formatLocale, format).format(new Date(`${day}T00:00:00Z`));
}
