import { afterEach, expect, test, vi } from 'vitest';
import { ownTimeZone } from './own-time-zone.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['America/Bogota', 'America/Bogota'],
  // What no browser can write a date in.
  ['Etc/Unknown', 'UTC'],
  ['Not/AZone', 'UTC'],
  ['', 'UTC'],
  [undefined, 'UTC'],
])('of a browser that says that it is in %j, dates are written in %s', (said, zone) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: said,
  } as Intl.ResolvedDateTimeFormatOptions);
  expect(ownTimeZone()).toBe(zone);
});
