import { createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';
import { newId } from '#lib/ids.ts';
import { challengeOfToken, isCodeOf } from './code.ts';

/** How long a code or link can be used, in seconds. */
export const CHALLENGE_SECONDS = 600;
/** Wrong codes that a challenge bears. */
export const MAX_TRIES = 5;

/** What is kept of a challenge. No account: nobody has the address that was typed, and no code will ever be right. */
export const challenge = z.object({ accountId: z.string().nullable(), to: z.string(), tries: z.int() });

const ask = z.object({ accountId: z.string().nullable(), to: z.string() });
const meet = z.union([
  z.object({ challengeId: z.string(), code: z.string() }),
  z.object({ token: z.string() }),
]);

/** What became of a code or link: proven; a wrong code with the tries that are left; or nothing to be met any more. */
export type Meeting =
  | { kind: 'met'; to: string; accountId: string }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'over' };

/** The part of better-auth's context that the functions below use. */
type Verifications = {
  createVerificationValue(row: { identifier: string; value: string; expiresAt: Date }): Promise<unknown>;
  consumeVerificationValue(identifier: string): Promise<{ value: string; expiresAt: Date } | null>;
};

/**
 * Sign-in by a code or a link in one mail, as a plugin of better-auth: its store makes a challenge single-use. Its own emailOTP ties the code to the address: whoever types somebody's address could use
 * up the tries of their code, and it answers differently where there is no account. Here a challenge belongs to the
 * browser that asked, and is made for every address alike. Called by our own routes only, never over HTTP.
 */
export const challengePlugin = {
  id: 'challenge',
  endpoints: {
    askChallenge: createAuthEndpoint.serverOnly({ method: 'POST', body: ask }, async (context) => {
      const id = newId('verification');
      const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000);
      await write(context.context.internalAdapter, id, { ...context.body, tries: 0 }, expiresAt);
      return context.json({ id });
    }),

    meetChallenge: createAuthEndpoint.serverOnly({ method: 'POST', body: meet }, async (context) =>
      context.json(await meetOnce(context.context.internalAdapter, context.body)),
    ),
  },
} as const;

/** Takes the challenge out of the store, so that of many at once one alone judges, and puts it back after a wrong code. */
async function meetOnce(store: Verifications, given: z.output<typeof meet>): Promise<Meeting> {
  const id = 'token' in given ? await challengeOfToken(given.token) : given.challengeId;
  const row = id === undefined ? null : await store.consumeVerificationValue(identifierOf(id));
  if (id === undefined || !row) return { kind: 'over' };
  const { accountId, to, tries } = challenge.parse(JSON.parse(row.value));
  const isRight = 'token' in given || (await isCodeOf(id, given.code));
  if (isRight && accountId !== null) return { kind: 'met', to, accountId };
  const triesLeft = MAX_TRIES - tries - 1;
  if (triesLeft <= 0) return { kind: 'over' };
  await write(store, id, { accountId, to, tries: tries + 1 }, row.expiresAt);
  return { kind: 'wrong', triesLeft };
}

async function write(
  store: Verifications,
  id: string,
  value: z.output<typeof challenge>,
  expiresAt: Date,
): Promise<void> {
  await store.createVerificationValue({
    identifier: identifierOf(id),
    value: JSON.stringify(value),
    expiresAt,
  });
}

/** What a challenge is found by in the store of verifications. */
export function identifierOf(challengeId: string): string {
  return `sign-in:${challengeId}`;
}
