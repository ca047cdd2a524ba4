import { createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';
import { newId } from '#lib/ids.ts';
import { CHALLENGE_SECONDS, challenge, identifierOf, MAX_TRIES } from './challenge.ts';
import { challengeOfToken, isCodeOf } from './code.ts';

const creation = z.object({ accountId: z.string().nullable(), to: z.string() });
const answer = z.union([z.object({ challengeId: z.string(), code: z.string() }), z.object({ token: z.string() })]);

/**
 * The result of a code or link. `expired`: the challenge was used, has expired, or never existed. With the account where the
 * challenge has one, for the log; it must not reach the browser.
 */
type ChallengeResult =
  | { kind: 'verified'; to: string; accountId: string }
  | { kind: 'wrong_code'; triesLeft: number; accountId: string | null }
  | { kind: 'expired'; accountId: string | null };

/** The part of better-auth's context that the functions below use. */
type Verifications = {
  createVerificationValue(row: { identifier: string; value: string; expiresAt: Date }): Promise<unknown>;
  consumeVerificationValue(identifier: string): Promise<{ value: string; expiresAt: Date } | null>;
};

/**
 * Sign-in by a code or a link in one mail, as a plugin of better-auth, whose store makes a challenge single-use. We do not use
 * its own emailOTP: it binds the code to the email address, so that a stranger can use up its tries, and it reveals whether an
 * account exists. Here a challenge belongs to the browser that requested it, and is created for every email address alike.
 * Called by our own code only, never over HTTP.
 */
export const challengePlugin = {
  id: 'challenge',
  endpoints: {
    createChallenge: createAuthEndpoint.serverOnly({ method: 'POST', body: creation }, async (context) => {
      const id = newId('verification');
      const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000);
      await write(context.context.internalAdapter, id, { ...context.body, tries: 0 }, expiresAt);
      return context.json({ id });
    }),

    verifyChallenge: createAuthEndpoint.serverOnly({ method: 'POST', body: answer }, async (context) =>
      context.json(await verify(context.context.internalAdapter, context.body)),
    ),
  },
} as const;

/** Takes the challenge out of the store, so that of concurrent tries only one is checked; a wrong code puts it back. */
async function verify(store: Verifications, answered: z.output<typeof answer>): Promise<ChallengeResult> {
  const id = 'token' in answered ? await challengeOfToken(answered.token) : answered.challengeId;
  const row = id === undefined ? null : await store.consumeVerificationValue(identifierOf(id));
  if (id === undefined || !row) return { kind: 'expired', accountId: null };
  const { accountId, to, tries } = challenge.parse(JSON.parse(row.value));
  const isRight = 'token' in answered || (await isCodeOf(id, answered.code));
  if (isRight && accountId !== null) return { kind: 'verified', to, accountId };
  const triesLeft = MAX_TRIES - tries - 1;
  if (triesLeft <= 0) return { kind: 'expired', accountId };
  await write(store, id, { accountId, to, tries: tries + 1 }, row.expiresAt);
  return { kind: 'wrong_code', triesLeft, accountId };
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
