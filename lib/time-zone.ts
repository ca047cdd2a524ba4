/** The name of a time zone as browsers write it, such as `America/Bogota`; undefined for any other text. */
export function readZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/;

/**
 * The instant at which clocks in a zone show a time as forms write it, `2026-11-21T15:30`, or begin a day, `2026-11-21`;
 * undefined for any other text. A local time that is skipped in spring is read with the offset before the change.
 */
export function instantIn(zone: string, local: string): Date | undefined {
  const match = LOCAL.exec(local);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00'] = match;
  const asUtc = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  // Date turns a day such as February 30 into one of the next month.
  if (Number.isNaN(asUtc.getTime()) || asUtc.getUTCDate() !== Number(day)) return undefined;
  const guess = asUtc.getTime() - offsetAt(zone, asUtc);
  return new Date(asUtc.getTime() - offsetAt(zone, new Date(guess)));
}

/** The day after one, both as `2026-11-21`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The local time in a zone at an instant, in the format of forms: `2026-11-21T15:30`. */
export function localTimeIn(zone: string, instant: Date): string {
  return new Date(instant.getTime() + offsetAt(zone, instant)).toISOString().slice(0, 16);
}

/** The local time in a zone at an instant with its offset (RFC 3339): `2026-11-21T15:30:05-05:00`. */
export function offsetTimeIn(zone: string, instant: Date): string {
  const offset = Math.round(offsetAt(zone, instant) / 60_000);
  const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The offset of a zone from UTC at an instant, in milliseconds; positive in the east. */
function offsetAt(zone: string, instant: Date): number {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-hc-h23', {
    timeZone: zone,
    ...{
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    },
  });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)] as const),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const { year, month, day, hour, minute, second } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}
