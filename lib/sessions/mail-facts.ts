import { db } from '#lib/db.ts';
import { CHALLENGE_SECONDS, challenge, identifierOf } from './challenge-plugin.ts';
import { challengeOfToken, codeOf, linkOf } from './code.ts';

/** What the mail of a challenge says; undefined once the challenge is met or over, because it would only mislead. */
export type SignInFacts = { code: string; url: string; minutes: number };

/** Reads a challenge for the mail about it. */
export async function signInFacts(challengeId: string, now: Date): Promise<SignInFacts | undefined> {
  if (!(await findChallenge(challengeId, now))) return undefined;
  const minutes = CHALLENGE_SECONDS / 60;
  return { code: await codeOf(challengeId), url: await linkOf(challengeId), minutes };
}

/** Whose sign-in the token of a link stands for; undefined where it stands for none, or no longer. Nothing is used up. */
export async function holderOf(
  token: string,
  now: Date,
): Promise<{ name: string; email: string } | undefined> {
  const challengeId = await challengeOfToken(token);
  const row = challengeId === undefined ? null : await findChallenge(challengeId, now);
  const accountId = row && challenge.parse(JSON.parse(row.value)).accountId;
  if (!accountId) return undefined;
  const select = { name: true, email: true };
  return (await db().account.findUnique({ where: { id: accountId }, select })) ?? undefined;
}

function findChallenge(challengeId: string, now: Date) {
  const where = { identifier: identifierOf(challengeId), expiresAt: { gt: now } };
  return db().verification.findFirst({ where });
}
