import Bowser from 'bowser';
import type { BrowserName } from '#lib/outbox/send-email.ts';

/** The browser and operating system of a User-Agent header; empty where they are unknown. */
export function browserName(userAgent: string): BrowserName {
  if (userAgent === '') return { browser: '', system: '' };
  const parser = Bowser.getParser(userAgent);
  return { browser: parser.getBrowserName(), system: parser.getOSName() };
}
