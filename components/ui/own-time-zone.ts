/**
 * The browser's time zone; UTC where it has none, or one that it does not know itself: Chrome is in `Etc/Unknown` where the device is
 * in a zone that is newer than the browser, and throws when it is to write a date there.
 */
export function ownTimeZone(): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone || 'UTC';
  } catch {
    return 'UTC';
  }
}
