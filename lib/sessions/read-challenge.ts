import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { CHALLENGE_SECONDS, challenge, identifierOf } from './challenge.ts';
import { challengeOfToken, codeOf, linkOf } from './code.ts';

/** The content of a sign-in mail. `minutes`: how long code and link are valid. */
export type SignInFacts = { code: string; url: string; minutes: number };

/** What the mail of a challenge says; undefined once the challenge was used or has expired. */
export async function findSignInFacts(challengeId: string, now: Date): Promise<SignInFacts | undefined> {
  if (!(await findChallenge(challengeId, now))) return undefined;
  const minutes = CHALLENGE_SECONDS / 60;
  return { code: await codeOf(challengeId), url: await linkOf(challengeId), minutes };
}

/** The account that the token of a link signs in; undefined for an invalid or expired token. Does not use it up. */
export async function findLinkAccount(token: string, now: Date): Promise<{ name: string; email: string } | undefined> {
  const challengeId = await challengeOfToken(token);
  const row = challengeId === undefined ? null : await findChallenge(challengeId, now);
  const accountId = row && challenge.parse(JSON.parse(row.value)).accountId;
  if (!accountId) return undefined;
  const select = { name: true, email: true };
  const found = await db().account.findUnique({ where: { id: accountId }, select });
  return found ? { name: found.name, email: readableEmail(found.email) } : undefined;
}

/** The account of a challenge that can still be answered; undefined without one, and where nobody has the address. */
export async function accountOfChallenge(challengeId: string, now: Date): Promise<string | undefined> {
  const row = await findChallenge(challengeId, now);
  return (row && challenge.parse(JSON.parse(row.value)).accountId) ?? undefined;
}

function findChallenge(challengeId: string, now: Date) {
  const where = { identifier: identifierOf(challengeId), expiresAt: { gt: now } };
  return db().verification.findFirst({ where });
}
