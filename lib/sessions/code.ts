import { timingSafeEqual } from 'node:crypto';
import { env } from '#lib/env.ts';
import { authCode } from './secret.ts';

/** With eight digits, five tries per challenge and 25 challenges in ten minutes, guessing one account takes years. */
export const CODE_DIGITS = 8;

/** Bytes of the authentication code that become digits: six are enough for an even distribution. */
const CODE_BYTES = 6;

/**
 * The code of a challenge, as digits. It is derived from the challenge's id and the secret, so that neither the database nor
 * the outbox stores it.
 */
export async function codeOf(challengeId: string): Promise<string> {
  const bytes = await authCode('sign-in code', challengeId);
  return String(bytes.readUIntBE(0, CODE_BYTES) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

/** Whether the digits of a text are the code of a challenge: it can be copied with what stands around it, seen or unseen. */
export async function isCodeOf(challengeId: string, typed: string): Promise<boolean> {
  return isSame(typed.normalize('NFKC').replace(/\D/g, ''), await codeOf(challengeId));
}

/** The token in the mail's link: the challenge's id and a proof of it. */
export async function linkTokenOf(challengeId: string): Promise<string> {
  return `${challengeId}.${(await authCode('sign-in link', challengeId)).toString('base64url')}`;
}

/** The id of the challenge that a link's token proves; undefined for an invalid token. */
export async function challengeOfToken(token: string): Promise<string | undefined> {
  const challengeId = token.split('.')[0] ?? '';
  return isSame(token, await linkTokenOf(challengeId)) ? challengeId : undefined;
}

/** The URL in the mail. */
export async function linkOf(challengeId: string): Promise<string> {
  return `${env().publicBaseUrl}/sign-in/link?token=${await linkTokenOf(challengeId)}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
