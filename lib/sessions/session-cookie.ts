import { createHash, randomBytes } from 'node:crypto';
import { auth } from './auth.ts';

const TOKEN_BYTES = 32;

/** A new token for the cookie of a session. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text is formed like a token. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * What the database keeps of a token that a cookie carries: whoever reads it there has nothing to show. Tokens are random,
 * so that a fast hash without salt is enough.
 */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The token's hash of a request's session cookie; null where it carries none that we signed. */
export async function sessionHashOf(headers: Headers): Promise<string | null> {
  if (!headers.has('cookie')) return null;
  const { token } = await (await auth()).api.readToken({ headers });
  return token === null ? null : hashOfToken(token);
}

/** The cookie that carries a session's token for some seconds. */
export async function sessionCookie(token: string, maxAge: number): Promise<string[]> {
  const { headers } = await (await auth()).api.writeToken({ body: { token, maxAge }, returnHeaders: true });
  return headers.getSetCookie();
}

/** The cookie that takes a session's token from the browser. */
export function noSessionCookie(): Promise<string[]> {
  return sessionCookie('', 0);
}
