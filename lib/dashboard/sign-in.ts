import { z } from 'zod';
import { emailKey } from '#lib/accounts/account.ts';
import { networkOf } from '#lib/addresses.ts';
import { env } from '#lib/env.ts';
import { anyText, email, text } from '#lib/fields.ts';
import { cookieOf, type FormAnswer, type FormPost, isOwnPath } from '#lib/http/form-post.ts';
import { countCall, countQuietly } from '#lib/http/rate-limit.ts';
import { askToSignIn } from '#lib/sessions/ask.ts';
import { auth } from '#lib/sessions/auth.ts';
import { type Browser, beginSession } from '#lib/sessions/begin.ts';
import { CHALLENGE_SECONDS } from '#lib/sessions/challenge-plugin.ts';
import { KNOWN_BROWSER_SECONDS } from '#lib/sessions/known-browser.ts';
import { addPasskey, usePasskey } from '#lib/sessions/passkey-answer.ts';
import { isToken, newToken } from '#lib/sessions/session-cookie.ts';

/** What the browser that asks for a code keeps until it is in: nobody but our sign-in pages reads it. */
const waiting = z.object({ email: anyText, to: anyText, challengeId: anyText.optional() });
export type Waiting = z.output<typeof waiting>;

const COOKIE = 'sign_in';
const KNOWN_BROWSER = 'known_browser';
const HOME = '/dashboard';
const OVER = '/sign-in?fault=over';
const address = z.object({ email: z.string().trim().pipe(email) });

/** The path to go to after signing in: one within the dashboard, or its first page. */
export function pathAfterSignIn(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/dashboard(?:[/?]|$)/.test(wanted) && isOwnPath(wanted)
    ? wanted
    : HOME;
}

/** Takes the email address: makes a challenge, mails it if there is somebody to mail it to, and says so in any case. */
export async function askForCode(post: FormPost): Promise<FormAnswer> {
  const to = pathAfterSignIn(post.fields.to);
  const typed = text(1000).safeParse(post.fields.email).data ?? '';
  const parsed = address.safeParse({ email: typed });
  if (!parsed.success)
    return { to: '/sign-in?fault=email', cookies: [keep({ email: typed.slice(0, 300), to })] };
  const wanted = emailKey(parsed.data.email);
  const network = `${networkOf(post.address) ?? post.address} ${wanted}`;
  await countCall('sign_in_address', post.address);
  await countCall('sign_in_email', network);
  const withinNetwork = await countQuietly('sign_in_mail_network', network);
  const onlyKnown = !(withinNetwork && (await countQuietly('sign_in_mail', wanted)));
  const from = { address: post.address, token: cookieOf(post.headers, KNOWN_BROWSER) };
  const wish = { email: parsed.data.email, to, locale: post.locale };
  const challengeId = await askToSignIn({ ...wish, onlyKnown, from });
  return { to: '/sign-in/code', cookies: [keep({ email: parsed.data.email, to, challengeId })] };
}

/** Takes the code that was typed, or the token of a link, and opens a session. */
export async function meetChallenge(post: FormPost): Promise<FormAnswer> {
  await countCall('sign_in_address', post.address);
  const challengeId = readWaiting(post.headers)?.challengeId;
  const { code, token } = post.fields;
  const body =
    typeof token === 'string' ? { token } : challengeId && { challengeId, code: [code].flat()[0] ?? '' };
  if (!body) return { to: OVER };
  const meeting = await (await auth()).api.meetChallenge({ body });
  switch (meeting.kind) {
    case 'met': {
      const browser = browserOf(post);
      const begun = await beginSession(meeting.accountId, browser);
      if (!begun) return { to: OVER };
      const to = pathAfterSignIn(meeting.to);
      const cookies = [...begun.cookies, knownBrowser(browser), forget()];
      return { to: begun.isWaiting ? passkeyPath(to) : to, cookies };
    }
    case 'wrong':
      return { to: `/sign-in/code?fault=wrong&left=${meeting.triesLeft}` };
    case 'over':
      return { to: OVER };
  }
}

/** What a browser keeps of an earlier step of signing in; undefined where it keeps nothing that can be read. */
export function readWaiting(headers: Headers): Waiting | undefined {
  try {
    const kept = Buffer.from(cookieOf(headers, COOKIE) ?? '', 'base64url').toString();
    return waiting.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** Takes the proof of a passkey. */
export function provePasskey(post: FormPost): Promise<FormAnswer> {
  return answerPasskey(post, usePasskey, passkeyPath);
}

/** Takes a new passkey. */
export async function createPasskey(post: FormPost): Promise<FormAnswer> {
  return answerPasskey(post, addPasskey, addPasskeyPath);
}

async function answerPasskey(
  post: FormPost,
  take: typeof usePasskey,
  pathOf: (to: string, fault: 'refused') => string,
): Promise<FormAnswer> {
  await countCall('sign_in_address', post.address);
  const to = pathAfterSignIn(post.fields.to);
  const browser = browserOf(post);
  const verdict = await take([post.fields.answer].flat()[0] ?? '', browser);
  switch (verdict.kind) {
    case 'taken':
      return { to, cookies: [...verdict.cookies, knownBrowser(browser)] };
    case 'refused':
      return { to: pathOf(to, 'refused') };
    case 'over':
      return { to: OVER };
  }
}

/** Where somebody proves a passkey of theirs, on the way to a page. */
export function passkeyPath(to: string, fault?: 'refused'): string {
  return `/sign-in/passkey?${new URLSearchParams({ to, ...(fault ? { fault } : {}) })}`;
}

/** Where somebody adds a passkey, on the way to a page. */
export function addPasskeyPath(to: string, fault?: 'refused'): string {
  return `/sign-in/passkey/add?${new URLSearchParams({ to, ...(fault ? { fault } : {}) })}`;
}

/** The browser that sent a form, with what it is known by: from its cookie, else made now. */
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
  const isSecure = env().publicBaseUrl.startsWith('https:');
  return `${name}=${value}; Path=/sign-in; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
