/** The name of a time zone as browsers write it, such as `America/Bogota`; undefined where it is none. */
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
 * undefined where it is neither. A time that clocks skip is read as if they had not yet been changed.
 */
export function instantIn(zone: string, local: string): Date | undefined {
  const match = LOCAL.exec(local);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00'] = match;
  const asUtc = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  // A day that no month has would silently become one of the next.
  if (Number.isNaN(asUtc.getTime()) || asUtc.getUTCDate() !== Number(day)) return undefined;
  const guess = asUtc.getTime() - offsetAt(zone, asUtc);
  return new Date(asUtc.getTime() - offsetAt(zone, new Date(guess)));
}

/** The day after one, both as `2026-11-21`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** What clocks in a zone show at an instant, as forms write it: `2026-11-21T15:30`. */
export function localTimeIn(zone: string, instant: Date): string {
  return new Date(instant.getTime() + offsetAt(zone, instant)).toISOString().slice(0, 16);
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
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
