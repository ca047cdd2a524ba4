import { z } from 'zod';
import { findAccount } from '#lib/accounts/account.ts';
import { cookieOf, setCookie } from '#lib/cookies.ts';
import { db } from '#lib/db.ts';
import { emailKey } from '#lib/email-key.ts';
import { anyText, text } from '#lib/fields.ts';
import { type FormPost, type FormRedirect, isOwnPath } from '#lib/http/form-post.ts';
import { countCall, isWithinLimit } from '#lib/http/rate-limit.ts';
import { networksOf } from '#lib/http/request.ts';
import { log } from '#lib/log.ts';
import { mailboxOf } from '#lib/policy/same-person.ts';
import { beginSession, type SignInBrowser } from '#lib/sessions/begin-session.ts';
import { accountOfChallenge, CHALLENGE_SECONDS, verifyChallenge } from '#lib/sessions/challenge.ts';
import { challengeOfToken } from '#lib/sessions/code.ts';
import { KNOWN_BROWSER_SECONDS } from '#lib/sessions/delete-expired.ts';
import { knownBrowserOf, sessionOf } from '#lib/sessions/known-browser.ts';
import { requestSignIn } from '#lib/sessions/request-sign-in.ts';
import { isToken, newToken } from '#lib/sessions/session-cookie.ts';
import { addPasskey, authenticateWithPasskey } from '#lib/sessions/verify-passkey.ts';
import { pastedEmail } from './pasted-email.ts';

/** A code that the browser requested, by the id of its challenge. `at`: when, in milliseconds. */
const requested = z.object({ challengeId: anyText, email: anyText, to: anyText, at: z.int() });
type RequestedCode = z.output<typeof requested>;
/**
 * The state of signing in that the browser keeps in a cookie, which only our sign-in pages read: what was typed last, and the
 * codes that it can still enter, newest last. Each tab enters the one that it requested.
 */
const waiting = z.object({ email: anyText, to: anyText, codes: z.array(requested) });
type PendingSignIn = z.output<typeof waiting>;

/** The most codes that a browser keeps. */
const MOST_CODES = 4;
/** The most bytes of the cookie's value: browsers refuse more than 4096 in all. */
const COOKIE_BYTES = 3900;

const COOKIE = 'sign_in';
const KNOWN_BROWSER = 'known_browser';
const HOME = '/dashboard';
const OVER = '/sign-in?error=over';
const address = z.object({ email: pastedEmail });

/** The page that adds a passkey, and then leads to a path of the dashboard. */
const ADD_PASSKEY = '/sign-in/passkey/add';

/** The path after signing in: one within the dashboard, or of the page that adds a passkey; else the dashboard's first page. */
export function pathAfterSignIn(wanted: unknown): string {
  const isPossible = typeof wanted === 'string' && /^\/(?:dashboard|sign-in\/passkey\/add)(?:[/?]|$)/.test(wanted);
  return isPossible && isOwnPath(wanted) ? wanted : HOME;
}

/** The page to go back to without signing in again: not the one that adds a passkey, which would ask once more. */
export function pathWithoutSignIn(to: string): string {
  const { pathname, searchParams } = new URL(to, 'http://localhost');
  return pathname === ADD_PASSKEY ? pathAfterSignIn(searchParams.get('to')) : to;
}

/** Takes the email address: creates a challenge and mails it if the account exists. The answer is the same in any case. */
export async function requestCode(post: FormPost): Promise<FormRedirect> {
  const to = pathAfterSignIn(post.fields.to);
  const typed = text(1000).safeParse(post.fields.email).data ?? '';
  const parsed = address.safeParse({ email: typed });
  const codes = readPendingSignIn(post.headers, post.now)?.codes ?? [];
  if (!parsed.success)
    return { to: '/sign-in?error=email', cookies: [keep({ email: typed.slice(0, 300), to, codes })] };
  const wanted = emailKey(parsed.data.email);
  const account = await findAccount(db(), wanted);
  const isKnown = await countForm(post, 'request', account?.id ?? '');
  const onlyKnown = !isKnown && !(await mayMailStranger(post.address, wanted));
  const from = { address: post.address, token: cookieOf(post.headers, KNOWN_BROWSER, '/sign-in') };
  const request = { email: parsed.data.email, to, locale: post.locale, now: post.now };
  const challengeId = await requestSignIn({ ...request, requiresKnownOrigin: onlyKnown, from });
  const code = { challengeId, email: parsed.data.email, to, at: post.now.getTime() };
  return { to: codePath(challengeId), cookies: [keep({ email: code.email, to, codes: [...codes, code] })] };
}

/**
 * Counts a form of signing in: for each browser that the account knows, else for the address. So others at the owner's address
 * cannot lock out the owner.
 * @param kind codes requested and answers sent are counted apart
 * @returns whether the account knows the browser
 * @throws Problem `rate_limit_exceeded`.
 */
async function countForm(
  { headers, address }: FormPost,
  kind: 'request' | 'answer',
  accountId: string,
): Promise<boolean> {
  const browser = await knownBrowserOf(accountId, headers, cookieOf(headers, KNOWN_BROWSER, '/sign-in'));
  if (browser === undefined) await countCall('sign_in_address', address);
  else await countCall('sign_in_browser', `${kind} ${browser}`);
  return browser !== undefined;
}

/**
 * Whether a code may be mailed for a stranger's request; it is counted for the mailbox, which many accounts can share.
 * @param wanted the email address, as accounts are found by it
 * @throws Problem `rate_limit_exceeded` beyond the requests of one network.
 */
async function mayMailStranger(from: string, wanted: string): Promise<boolean> {
  const { own, wide = own } = networksOf(from);
  const mailbox = await mailboxOf(db(), wanted);
  await countCall('sign_in_email', `${own} ${mailbox}`);
  return (
    (await isWithinLimit('sign_in_mail_network', `${wide} ${mailbox}`)) &&
    (await isWithinLimit('sign_in_mail', mailbox))
  );
}

/**
 * Takes the typed code, or the token of a link, and opens a session. A code is compared with the one challenge that its page
 * names, and only if this browser requested it: a try is never a guess at several codes.
 */
export async function answerChallenge(post: FormPost): Promise<FormRedirect> {
  const kept = readPendingSignIn(post.headers, post.now);
  const { code, token } = post.fields;
  const challengeId = requestedCode(kept, post.fields.challenge)?.challengeId;
  await countForm(post, 'answer', await accountOfAnswer(challengeId, token, post.now));
  const answer = typeof token === 'string' ? { token } : challengeId && { challengeId, code: [code].flat()[0] ?? '' };
  if (!answer) return { to: OVER };
  const result = await verifyChallenge(answer, post.now);
  logSignIn('token' in answer ? 'link' : 'code', result.kind, result.accountId);
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
      return { to: codePath(challengeId, { error: 'wrong', left: String(result.triesLeft) }) };
    case 'expired': {
      // A link that is over says nothing of the codes.
      if ('token' in answer || !kept) return { to: OVER };
      const codes = kept.codes.filter((one) => one.challengeId !== challengeId);
      return { to: OVER, cookies: [keep({ ...kept, codes })] };
    }
  }
}

/** The page for the code of a challenge. Its id opens nothing: only the browser that requested the code can enter it. */
function codePath(challengeId = '', more: Record<string, string> = {}): string {
  return `/sign-in/code?${new URLSearchParams({ challenge: challengeId, ...more })}`;
}

/** The requested code that a page names; the newest where it names none. */
export function requestedCode(kept: PendingSignIn | undefined, challenge: unknown): RequestedCode | undefined {
  if (challenge === undefined) return kept?.codes.at(-1);
  return kept?.codes.find(({ challengeId }) => challengeId === challenge);
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

/** The browser's state from an earlier step of signing in, with the codes that are valid; undefined if it cannot be read. */
export function readPendingSignIn(headers: Headers, now: Date): PendingSignIn | undefined {
  try {
    const kept = Buffer.from(cookieOf(headers, COOKIE, '/sign-in') ?? '', 'base64url').toString();
    const read = waiting.safeParse(JSON.parse(kept)).data;
    const since = now.getTime() - CHALLENGE_SECONDS * 1000;
    return read && { ...read, codes: read.codes.filter(({ at }) => at > since) };
  } catch {
    return undefined;
  }
}

/** Takes the response of a passkey. */
export function usePasskey(post: FormPost): Promise<FormRedirect> {
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
  return `${ADD_PASSKEY}?${new URLSearchParams({ to, ...(error ? { error } : {}) })}`;
}

/** The identity of the browser that sent a form: from its cookie, else created now. */
function browserOf({ headers, address, locale, now }: FormPost): SignInBrowser {
  const kept = cookieOf(headers, KNOWN_BROWSER, '/sign-in');
  return { headers, address, locale, now, token: kept && isToken(kept) ? kept : newToken() };
}

function knownBrowser({ token }: SignInBrowser): string {
  return cookie(KNOWN_BROWSER, token, KNOWN_BROWSER_SECONDS);
}

/** The cookie of a state, with as many of its newest codes as fit. */
function keep({ codes, ...typed }: PendingSignIn, most = MOST_CODES): string {
  const newest = { ...typed, codes: codes.slice(-most) };
  const value = Buffer.from(JSON.stringify(newest)).toString('base64url');
  if (value.length > COOKIE_BYTES && most > 1) return keep({ ...typed, codes }, most - 1);
  return cookie(COOKIE, value, CHALLENGE_SECONDS);
}

function forget(): string {
  return cookie(COOKIE, '', 0);
}

function cookie(name: string, value: string, seconds: number): string {
  return setCookie(name, value, { path: '/sign-in', seconds });
}
