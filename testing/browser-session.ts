import { findAccount, provisionAccount, type Role } from '#lib/accounts/account.ts';
import { readResult } from '#lib/dashboard/results.ts';
import { db } from '#lib/db.ts';
import { DEFAULT_LOCALE } from '#lib/i18n/locales.ts';
import { beginSession } from '#lib/sessions/begin-session.ts';
import { newToken, sessionHashOf } from '#lib/sessions/session-cookie.ts';
import type { Reply, Service } from './service.ts';

/** The headers that a browser sends with a form of our own page. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };

type Options = { cookie?: string; headers?: Record<string, string>; file?: Uint8Array<ArrayBuffer> | undefined };

/** Sends a plain form as a browser does from our own page; with a file as a multipart form. */
export async function submit(
  service: Service,
  path: string,
  fields: Record<string, string> | [string, string][],
  { cookie, headers = OWN_PAGE, file }: Options = {},
): Promise<Reply> {
  const body = new Response(file ? multipart(fields, file) : new URLSearchParams(fields));
  return service.call(path, {
    raw: file ? new Uint8Array(await body.arrayBuffer()) : await body.text(),
    headers: {
      'content-type': body.headers.get('content-type')?.replace(/;charset=.*/i, '') ?? '',
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
  });
}

/** A form whose last field is a file, as browsers send it: the fields in their order. */
function multipart(fields: Record<string, string> | [string, string][], file: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), 'picture.jpg');
  return form;
}

/** The cookies of a response, as a browser sends them back, without deleted ones. */
export function cookiesOf(reply: Reply): string {
  return reply.headers
    .getSetCookie()
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');
}

/** A cookie of a response; undefined if it sets none. */
export function cookieOf(reply: Reply, name: string): string | undefined {
  const line = reply.headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return line?.split(';')[0]?.slice(name.length + 1);
}

/** An account, created if missing. */
export async function accountOf(email: string, role: Role = 'creator') {
  await provisionAccount(db(), { email, name: email.split('@')[0] ?? '', role });
  const account = await findAccount(db(), email);
  if (!account) throw new Error('Bug: an account was not made');
  return account;
}

/**
 * Begins a session for an account in this process's service, as the right code would: one that waits if the account needs a
 * passkey. Returns its cookie. Codes, links and their mails are for the tests of signing in (`sign-in-forms.ts`).
 */
export async function beginSignIn(email: string): Promise<{ cookie: string; isWaiting: boolean }> {
  const account = await findAccount(db(), email);
  if (!account) throw new Error(`Not signed in: nobody has the address ${email}`);
  const headers = new Headers({ 'user-agent': 'node' });
  const browser = { headers, address: '203.0.113.1', locale: DEFAULT_LOCALE, token: newToken(), now: new Date() };
  const begun = await beginSession(account.id, browser);
  const cookie = begun?.cookies[0]?.split(';')[0];
  if (!cookie) throw new Error(`Not signed in: ${email} was erased`);
  return { cookie, isWaiting: begun.isWaiting };
}

/** The cookie of a new session of an account. Its passkey counts as used, if it has one. */
export async function signIn(email: string): Promise<string> {
  const { cookie, isWaiting } = await beginSignIn(email);
  if (isWaiting)
    await db().session.updateMany({
      where: { tokenHash: (await sessionHashOf(new Headers({ cookie }))) ?? '' },
      data: { provenAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) },
    });
  return cookie;
}

/** A member of staff at a browser, who sends forms of the dashboard, and what the next page says: also of one to be confirmed. */
export async function staffBrowser(service: Service) {
  const { id, email } = await accountOf('staff@example.org', 'staff');
  const cookie = await signIn(email);
  const send = (action: string, fields: Record<string, string>) =>
    submit(service, `/dashboard/actions/${action}`, { ...fields, lang: 'en', back: '/dashboard/there' }, { cookie });
  const resultOf = async (reply: Reply) => {
    const { searchParams } = new URL(reply.headers.get('location') ?? '/', service.url);
    const stored = searchParams.get('result') ?? searchParams.get('form');
    return readResult({ id, role: 'staff' }, stored, new Date());
  };
  return { send, resultOf };
}
