import { dateTimeFormat } from './formats.ts';

/** A UTC date (`2026-12-03`) in the locale's format: `3 December`, `December 3`, `3 de diciembre`. */
export function writeDay(formatLocale: string, day: string): string {
  const format = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return dateTimeFormat(formatLocale, format).format(new Date(`${day}T00:00:00Z`));
}

/** The same with its year, for what people look up later. */
export function writeDayAndYear(formatLocale: string, day: string): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return dateTimeFormat(formatLocale, format).format(new Date(`${day}T00:00:00Z`));
}
