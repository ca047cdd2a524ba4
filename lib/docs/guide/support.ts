import type { GuideFacts } from '../section.ts';

/** Whom a partner asks, to begin a sentence with in the middle: "write to …". */
export function contactOf({ supportEmail }: GuideFacts): string {
  return supportEmail ? `write to [${supportEmail}](mailto:${supportEmail})` : 'ask your account manager';
}
