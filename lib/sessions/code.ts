import { timingSafeEqual } from 'node:crypto';
import { env } from '#lib/env.ts';
import { authCode } from './secret.ts';

/** Eight digits: with five tries a challenge and 25 challenges in ten minutes, guessers need years for one account. */
export const CODE_DIGITS = 8;

/** The bytes of a code that are read as a number: 2^53 values make the digits even to 1 in 10^7. */
const CODE_BYTES = 6;

/**
 * The code of a challenge, as digits. It follows from the challenge's id and the secret, so it is stored nowhere: neither
 * the database nor the outbox gives it away.
 */
export async function codeOf(challengeId: string): Promise<string> {
  const bytes = await authCode('sign-in code', challengeId);
  return String(bytes.readUIntBE(0, CODE_BYTES) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

/** Whether a text is the code of a challenge; spaces and dashes that people type or paste do not count. */
export async function isCodeOf(challengeId: string, typed: string): Promise<boolean> {
  return isSame(typed.replace(/[\s-]/g, ''), await codeOf(challengeId));
}

/** What the link in the mail carries: the challenge's id and the proof that the mail was read. */
export async function linkTokenOf(challengeId: string): Promise<string> {
  return `${challengeId}.${(await authCode('sign-in link', challengeId)).toString('base64url')}`;
}

/** The challenge that a link's token proves; undefined where it proves none. */
export async function challengeOfToken(token: string): Promise<string | undefined> {
  const challengeId = token.split('.')[0] ?? '';
  return isSame(token, await linkTokenOf(challengeId)) ? challengeId : undefined;
}

/** The address in the mail. */
export async function linkOf(challengeId: string): Promise<string> {
  return `${env().publicBaseUrl}/sign-in/link?token=${await linkTokenOf(challengeId)}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
