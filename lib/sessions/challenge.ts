import { z } from 'zod';

/** How long a code or link can be used, in seconds. */
export const CHALLENGE_SECONDS = 600;
/** Wrong codes after which a challenge is deleted. */
export const MAX_TRIES = 5;

/** A stored challenge. Without an account no code is ever right: the email address has none. */
export const challenge = z.object({ accountId: z.string().nullable(), to: z.string(), tries: z.int() });

/** The identifier of a challenge in better-auth's store. */
export function identifierOf(challengeId: string): string {
  return `sign-in:${challengeId}`;
}
