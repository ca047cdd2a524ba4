import { z } from 'zod';
import { emailKey } from '#lib/accounts/account.ts';
import { networkOf } from '#lib/addresses.ts';
import { env } from '#lib/env.ts';
import { anyText, email, text } from '#lib/fields.ts';
import { cookieOf, type FormAnswer, type FormPost, isOwnPath } from '#lib/http/form-post.ts';
import { countCall, countQuietly } from '#lib/http/rate-limit.ts';
import { askToSignIn } from '#lib/sessions/ask.ts';
import { auth } from '#lib/sessions/auth.ts';
import { CHALLENGE_SECONDS } from '#lib/sessions/challenge-plugin.ts';
import { MARK_SECONDS, markOf } from '#lib/sessions/known-browser.ts';

/** What the browser that asks for a code keeps until it is in: nobody but our sign-in pages reads it. */
const waiting = z.object({ email: anyText, to: anyText, challengeId: anyText.optional() });
export type Waiting = z.output<typeof waiting>;

const COOKIE = 'sign_in';
/** What a browser keeps that has signed in (lib/sessions/known-browser.ts). */
const MARK = 'signed_in';
const HOME = '/dashboard';
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
  const from = { address: post.address, mark: cookieOf(post.headers, MARK) };
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
  if (!body) return { to: '/sign-in?fault=over' };
  const { headers: answer, response } = await (await auth()).api.meetChallenge({
    body,
    headers: post.headers,
    returnHeaders: true,
  });
  switch (response.kind) {
    case 'met': {
      const mark = cookie(MARK, await markOf(response.accountId), MARK_SECONDS);
      return { to: pathAfterSignIn(response.to), cookies: [...answer.getSetCookie(), forget(), mark] };
    }
    case 'wrong':
      return { to: `/sign-in/code?fault=wrong&left=${response.triesLeft}` };
    case 'over':
      return { to: '/sign-in?fault=over' };
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
