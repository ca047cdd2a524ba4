import Bowser from 'bowser';
import type { BrowserName } from '#lib/emails/outbox.ts';

/** The browser and the system that a User-Agent header names; empty where it names none that is known. */
export function nameOfBrowser(userAgent: string): BrowserName {
  if (userAgent === '') return { browser: '', system: '' };
  const parser = Bowser.getParser(userAgent);
  return { browser: parser.getBrowserName(), system: parser.getOSName() };
}
