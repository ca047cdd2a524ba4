import { z } from 'zod';
import { findAccount } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { emailKey } from '#lib/email-key.ts';
import { anyText, email, text } from '#lib/fields.ts';
import { networksOf } from '#lib/http/client-address.ts';
import { cookieOf, setCookie } from '#lib/http/cookies.ts';
import { type FormPost, type FormRedirect, isOwnPath } from '#lib/http/form-post.ts';
import { countCall, countQuietly } from '#lib/http/rate-limit.ts';
import { log } from '#lib/log.ts';
import { auth } from '#lib/sessions/auth.ts';
import { type Browser, beginSession } from '#lib/sessions/begin-session.ts';
import { CHALLENGE_SECONDS } from '#lib/sessions/challenge.ts';
import { challengeOfToken } from '#lib/sessions/code.ts';
import { KNOWN_BROWSER_SECONDS } from '#lib/sessions/delete-expired.ts';
import { knownBrowserOf, sessionOf } from '#lib/sessions/known-browser.ts';
import { accountOfChallenge } from '#lib/sessions/read-challenge.ts';
import { requestSignIn } from '#lib/sessions/request-sign-in.ts';
import { isToken, newToken } from '#lib/sessions/session-cookie.ts';
import { addPasskey, authenticateWithPasskey } from '#lib/sessions/verify-passkey.ts';

/** The state of signing in that the browser keeps in a cookie; only our sign-in pages read it. */
const waiting = z.object({ email: anyText, to: anyText, challengeId: anyText.optional() });
export type Waiting = z.output<typeof waiting>;

const COOKIE = 'sign_in';
const KNOWN_BROWSER = 'known_browser';
const HOME = '/dashboard';
const OVER = '/sign-in?error=over';
const address = z.object({ email: z.string().trim().pipe(email) });

/** The path after signing in: one within the dashboard, or its first page. */
export function pathAfterSignIn(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/dashboard(?:[/?]|$)/.test(wanted) && isOwnPath(wanted)
    ? wanted
    : HOME;
}

/** Takes the email address: creates a challenge and mails it if the account exists. The answer is the same in any case. */
export async function requestCode(post: FormPost): Promise<FormRedirect> {
  const to = pathAfterSignIn(post.fields.to);
  const typed = text(1000).safeParse(post.fields.email).data ?? '';
  const parsed = address.safeParse({ email: typed });
  if (!parsed.success)
    return { to: '/sign-in?error=email', cookies: [keep({ email: typed.slice(0, 300), to })] };
  const wanted = emailKey(parsed.data.email);
  const account = await findAccount(db(), wanted);
  const isKnown = await countForm(post, 'request', account?.id ?? '');
  const onlyKnown = !isKnown && !(await mayMailStranger(post.address, wanted));
  const from = { address: post.address, token: cookieOf(post.headers, KNOWN_BROWSER) };
  const request = { email: parsed.data.email, to, locale: post.locale };
  const challengeId = await requestSignIn({ ...request, onlyKnown, from });
  return { to: '/sign-in/code', cookies: [keep({ email: parsed.data.email, to, challengeId })] };
}

/**
 * Counts a form of signing in: of a browser that the account knows by itself, of others by address. So nobody who shares the
 * owner's address locks out the owner.
 * @param kind codes requested and answers sent are counted apart
 * @returns whether the account knows the browser
 * @throws Problem `rate_limit_exceeded`.
 */
async function countForm(
  { headers, address }: FormPost,
  kind: 'request' | 'answer',
  accountId: string,
): Promise<boolean> {
  const browser = await knownBrowserOf(accountId, headers, cookieOf(headers, KNOWN_BROWSER));
  if (browser === undefined) await countCall('sign_in_address', address);
  else await countCall('sign_in_browser', `${kind} ${browser}`);
  return browser !== undefined;
}

/**
 * Whether a code may be mailed for a stranger's request; it is counted.
 * @param wanted the email address, as accounts are found by it
 * @throws Problem `rate_limit_exceeded` beyond the requests of one network.
 */
async function mayMailStranger(from: string, wanted: string): Promise<boolean> {
  const { own, wide = own } = networksOf(from);
  await countCall('sign_in_email', `${own} ${wanted}`);
  return (
    (await countQuietly('sign_in_mail_network', `${wide} ${wanted}`)) &&
    (await countQuietly('sign_in_mail', wanted))
  );
}

/** Takes the typed code, or the token of a link, and opens a session. */
export async function verifyChallenge(post: FormPost): Promise<FormRedirect> {
  const challengeId = readWaiting(post.headers)?.challengeId;
  const { code, token } = post.fields;
  await countForm(post, 'answer', await accountOfAnswer(challengeId, token, post.now));
  const body =
    typeof token === 'string' ? { token } : challengeId && { challengeId, code: [code].flat()[0] ?? '' };
  if (!body) return { to: OVER };
  const result = await (await auth()).api.verifyChallenge({ body });
  logSignIn('token' in body ? 'link' : 'code', result.kind, result.accountId);
  switch (result.kind) {
    case 'verified': {
      const browser = browserOf(post);
      const begun = await beginSession(result.accountId, browser);
      if (!begun) return { to: OVER };
      const to = pathAfterSignIn(result.to);
      const cookies = [...begun.cookies, knownBrowser(browser), forget()];
      return { to: begun.isWaiting ? passkeyPath(to) : to, cookies };
    }
    case 'wrong_code':
      return { to: `/sign-in/code?error=wrong&left=${result.triesLeft}` };
    case 'expired':
      return { to: OVER };
  }
}

/** The account whose challenge is answered; empty where there is none. */
async function accountOfAnswer(
  challengeId: string | undefined,
  token: string | string[] | undefined,
  now: Date,
): Promise<string> {
  const id = typeof token === 'string' ? await challengeOfToken(token) : challengeId;
  return (id === undefined ? null : await accountOfChallenge(id, now)) ?? '';
}

/**
 * A step of signing in as an event of the log, whether it succeeded or not (OWASP ASVS 16.3.1).
 * @param accountId null where nobody has the address, or nothing is known of the challenge
 */
function logSignIn(factor: 'code' | 'link' | 'passkey', outcome: string, accountId: string | null): void {
  log().info({ event: 'sign_in', factor, outcome, account: accountId }, 'sign-in');
}

/** The browser's state from an earlier step of signing in; undefined if it cannot be read. */
export function readWaiting(headers: Headers): Waiting | undefined {
  try {
    const kept = Buffer.from(cookieOf(headers, COOKIE) ?? '', 'base64url').toString();
    return waiting.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** Takes the response of a passkey. */
export function provePasskey(post: FormPost): Promise<FormRedirect> {
  return answerPasskey(post, authenticateWithPasskey, passkeyPath);
}

/** Takes a new passkey. */
export async function createPasskey(post: FormPost): Promise<FormRedirect> {
  return answerPasskey(post, addPasskey, addPasskeyPath);
}

async function answerPasskey(
  post: FormPost,
  take: typeof authenticateWithPasskey,
  pathOf: (to: string, error: 'refused') => string,
): Promise<FormRedirect> {
  await countForm(post, 'answer', (await sessionOf(post.headers))?.accountId ?? '');
  const to = pathAfterSignIn(post.fields.to);
  const browser = browserOf(post);
  const result = await take([post.fields.answer].flat()[0] ?? '', browser);
  logSignIn('passkey', result.kind, result.kind === 'expired' ? null : result.accountId);
  switch (result.kind) {
    case 'accepted':
      return { to, cookies: [...result.cookies, knownBrowser(browser)] };
    case 'refused':
      return { to: pathOf(to, 'refused') };
    case 'expired':
      return { to: OVER };
  }
}

/** The page that asks for a passkey, on the way to another page. */
export function passkeyPath(to: string, error?: 'refused'): string {
  return `/sign-in/passkey?${new URLSearchParams({ to, ...(error ? { error } : {}) })}`;
}

/** The page that adds a passkey, on the way to another page. */
export function addPasskeyPath(to: string, error?: 'refused'): string {
  return `/sign-in/passkey/add?${new URLSearchParams({ to, ...(error ? { error } : {}) })}`;
}

/** The identity of the browser that sent a form: from its cookie, else created now. */
function browserOf({ headers, address, locale, now }: FormPost): Browser {
  const kept = cookieOf(headers, KNOWN_BROWSER);
  return { headers, address, locale, now, token: kept && isToken(kept) ? kept : newToken() };
}

function knownBrowser({ token }: Browser): string {
  return cookie(KNOWN_BROWSER, token, KNOWN_BROWSER_SECONDS);
}

function keep(value: Waiting): string {
  return cookie(COOKIE, Buffer.from(JSON.stringify(value)).toString('base64url'), CHALLENGE_SECONDS);
}

function forget(): string {
  return cookie(COOKIE, '', 0);
}

function cookie(name: string, value: string, seconds: number): string {
  return setCookie(name, value, { path: '/sign-in', seconds });
}
