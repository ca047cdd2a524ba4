import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { newId } from '#lib/ids.ts';
import { challengeOfToken, codeOf, isCodeOf, linkOf } from './code.ts';

/** How long a code or link can be used, in seconds. */
export const CHALLENGE_SECONDS = 600;
/** How many answers to a challenge are looked at. */
export const MAX_TRIES = 5;

/** A typed code with the challenge that it answers, or the token of a link. */
type Answer = { challengeId: string; code: string } | { token: string };

/**
 * The result of a code or link. `expired`: the challenge was used, has expired, or never existed. With the account where the
 * challenge has one, for the log; it must not reach the browser.
 */
type ChallengeResult =
  | { kind: 'verified'; to: string; accountId: string }
  | { kind: 'wrong_code'; triesLeft: number; accountId: string | null }
  | { kind: 'expired'; accountId: string | null };

/** The content of a sign-in mail. `minutes`: how long code and link are valid. */
export type SignInFacts = { code: string; url: string; minutes: number };

/**
 * Creates the challenge of one sign-in by mail. It belongs to the browser that requested it, which keeps its id.
 * @param accountId null where nobody has the email address: no answer to the challenge is right then
 * @param to path of the page to open after signing in
 * @returns the challenge's id
 */
export async function createChallenge(accountId: string | null, to: string, now: Date): Promise<string> {
  const id = newId('signInChallenge');
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  await db().signInChallenge.create({ data: { id, accountId, to, createdAt: now, expiresAt } });
  return id;
}

/**
 * Takes the answer to a challenge. The try is counted before it is looked at, so that concurrent guesses cannot exceed the
 * tries; the right one deletes the challenge, so that of concurrent answers only one signs in.
 */
export async function verifyChallenge(answer: Answer, now: Date): Promise<ChallengeResult> {
  const id = 'token' in answer ? await challengeOfToken(answer.token) : answer.challengeId;
  if (id === undefined) return { kind: 'expired', accountId: null };
  const [challenge] = await db().signInChallenge.updateManyAndReturn({
    where: answerable(id, now),
    data: { tries: { increment: 1 } },
  });
  if (!challenge) return { kind: 'expired', accountId: null };
  const { accountId, to, tries } = challenge;
  const isRight = 'token' in answer || (await isCodeOf(id, answer.code));
  if (isRight && accountId !== null) {
    const { count } = await db().signInChallenge.deleteMany({ where: { id } });
    return count === 1 ? { kind: 'verified', to, accountId } : { kind: 'expired', accountId };
  }
  const triesLeft = MAX_TRIES - tries;
  return triesLeft > 0 ? { kind: 'wrong_code', triesLeft, accountId } : { kind: 'expired', accountId };
}

/** What the mail of a challenge says; undefined once the challenge was used or has expired. */
export async function findSignInFacts(challengeId: string, now: Date): Promise<SignInFacts | undefined> {
  if (!(await findChallenge(challengeId, now))) return undefined;
  const minutes = CHALLENGE_SECONDS / 60;
  return { code: await codeOf(challengeId), url: await linkOf(challengeId), minutes };
}

/** The account that the token of a link signs in; undefined for an invalid or expired token. Does not use it up. */
export async function findLinkAccount(token: string, now: Date): Promise<{ name: string; email: string } | undefined> {
  const challengeId = await challengeOfToken(token);
  const accountId = challengeId && (await accountOfChallenge(challengeId, now));
  if (!accountId) return undefined;
  const select = { name: true, email: true };
  const found = await db().account.findUnique({ where: { id: accountId }, select });
  return found ? { name: found.name, email: readableEmail(found.email) } : undefined;
}

/** The account of a challenge that can still be answered; undefined without one, and where nobody has the address. */
export async function accountOfChallenge(challengeId: string, now: Date): Promise<string | undefined> {
  return (await findChallenge(challengeId, now))?.accountId ?? undefined;
}

function findChallenge(id: string, now: Date) {
  return db().signInChallenge.findFirst({ where: answerable(id, now) });
}

/** A challenge that has not expired and has tries left. */
function answerable(id: string, now: Date) {
  return { id, expiresAt: { gt: now }, tries: { lt: MAX_TRIES } };
}
