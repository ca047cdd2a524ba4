import { createHash, randomBytes } from 'node:crypto';
import { auth } from './auth.ts';

const TOKEN_BYTES = 32;

/** A new random token for the cookie of a session. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * The hash of a cookie's token, which is what the database stores: it opens nothing. Tokens are random, so that a fast hash
 * without a salt is enough.
 */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The hash of the token in a request's session cookie; null without a cookie with our signature. */
export async function sessionHashOf(headers: Headers): Promise<string | null> {
  if (!headers.has('cookie')) return null;
  const { token } = await (await auth()).api.readToken({ headers });
  return token === null ? null : hashOfToken(token);
}

/** The session cookie with a token. `maxAge` in seconds. */
export async function sessionCookie(token: string, maxAge: number): Promise<string[]> {
  const { headers } = await (await auth()).api.writeToken({ body: { token, maxAge }, returnHeaders: true });
  return headers.getSetCookie();
}

/** The session cookie that deletes the browser's token. */
export function noSessionCookie(): Promise<string[]> {
  return sessionCookie('', 0);
}
