import { findAccount, provisionAccount, type Role } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { askToSignIn } from '#lib/sessions/ask.ts';
import { linkTokenOf } from '#lib/sessions/code.ts';
import { sessionHashOf } from '#lib/sessions/session-cookie.ts';
import type { Reply, Service } from './service.ts';

/** What a browser sends of itself when a page of ours sends a form. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };

type Wish = { cookie?: string; headers?: Record<string, string> };

/** Sends a plain form as a browser does from a page of ours. */
export function submit(
  service: Service,
  path: string,
  fields: Record<string, string> | [string, string][],
  { cookie, headers = OWN_PAGE }: Wish = {},
): Promise<Reply> {
  return service.call(path, {
    raw: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
  });
}

/** The cookies that an answer sets, as a browser sends them back. Those that it forgets are left out. */
export function cookiesOf(reply: Reply): string {
  return reply.headers
    .getSetCookie()
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');
}

/** The value of one cookie of an answer; undefined where it sets none. */
export function cookieOf(reply: Reply, name: string): string | undefined {
  const line = reply.headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return line?.split(';')[0]?.slice(name.length + 1);
}

/** An account, made unless it is there. */
export async function accountOf(email: string, role: Role = 'creator') {
  await provisionAccount(db(), { email, name: email.split('@')[0] ?? '', role });
  const account = await findAccount(db(), email);
  if (!account) throw new Error('Bug: an account was not made');
  return account;
}

/**
 * Signs an account in through the link of its mail, and, where it has a passkey, as if it had been proven. Returns the cookie
 * of the session.
 */
export async function signIn(service: Service, email: string): Promise<string> {
  const challengeId = await askToSignIn({ email, to: '/dashboard', locale: 'en' });
  const reply = await submit(service, '/sign-in/verify', { token: await linkTokenOf(challengeId) });
  const session = cookieOf(reply, 'session');
  if (!session) throw new Error(`Not signed in: ${reply.status} ${reply.headers.get('location')}`);
  const tokenHash = await sessionHashOf(new Headers({ cookie: `session=${session}` }));
  await db().session.updateMany({
    where: { tokenHash: tokenHash ?? '', provenAt: null },
    data: { provenAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) },
  });
  return `session=${session}`;
}
