import { Temporal } from 'temporal-polyfill';
import { hasCommonYear } from './clock.ts';

/** The name of a time zone as browsers write it, such as `America/Bogota`; undefined for any other text. */
export function readZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?$/;

/**
 * The first instant in a zone of a day, `2026-11-21`, or of a minute as forms write it, `2026-11-21T15:30`; undefined for any
 * other text, and outside the years 1 to 9999 (UTC). Where clocks skip midnight, a day begins at the first time that they show; a day that they skip whole begins with
 * the next one, and lasts no time. A skipped minute is read with the offset before the change, so later by what was skipped.
 * @throws RangeError if there is no such zone (`readZone`)
 */
export function instantIn(zone: string, local: string): Date | undefined {
  const read = readLocal(local);
  if (!read) return undefined;
  const { day, time } = read;
  // Without a time it is the first instant of the day, which is not always midnight.
  const first = time
    ? day.toZonedDateTime({ timeZone: zone, plainTime: time })
    : day.toZonedDateTime({ timeZone: zone });
  const instant = new Date(first.epochMilliseconds);
  return hasCommonYear(instant) ? instant : undefined;
}

function readLocal(local: string): { day: Temporal.PlainDate; time?: Temporal.PlainTime } | undefined {
  const [, day, time] = LOCAL.exec(local) ?? [];
  if (day === undefined) return undefined;
  try {
    const parsed = { day: Temporal.PlainDate.from(day) };
    return time === undefined ? parsed : { ...parsed, time: Temporal.PlainTime.from(time) };
  } catch {
    return undefined;
  }
}

/** The day after one, both as `2026-11-21`. */
export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

/** The local time in a zone at an instant, in the format of forms: `2026-11-21T15:30`. */
export function localTimeIn(zone: string, instant: Date): string {
  return zoned(zone, instant).toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** The local time in a zone at an instant with its offset (RFC 3339): `2026-11-21T15:30:05-05:00`. */
export function offsetTimeIn(zone: string, instant: Date): string {
  return zoned(zone, instant).toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

function zoned(zone: string, instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}
