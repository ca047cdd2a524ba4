import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieOf, setCookie } from '#lib/cookies.ts';
import { authSecret } from './secret.ts';

const COOKIE = 'session';
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
  const value = cookieOf(headers, COOKIE, '/');
  const token = value && /^([\w-]+)\./.exec(value)?.[1];
  if (!token) return null;
  const [given, expected] = [Buffer.from(value), Buffer.from(await signed(token))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? hashOfToken(token) : null;
}

/** The session cookie with a token, for so many seconds. */
export async function sessionCookie(token: string, seconds: number): Promise<string> {
  return setCookie(COOKIE, await signed(token), { path: '/', seconds });
}

/** The session cookie that deletes the browser's token. */
export function noSessionCookie(): string {
  return setCookie(COOKIE, '', { path: '/', seconds: 0 });
}

/**
 * A token with its signature (HMAC-SHA-256 by AUTH_SECRET), as the cookie holds it: a forged one is rejected without a query,
 * and a new secret ends every session.
 */
async function signed(token: string): Promise<string> {
  const signature = createHmac('sha256', await authSecret())
    .update(token)
    .digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
}
