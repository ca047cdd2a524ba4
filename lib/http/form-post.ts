import { randomUUID } from 'node:crypto';
import { now as readClock } from '#lib/clock.ts';
import { isDatabaseUnavailable } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { LOCALE_COOKIE, negotiateLocale } from '#lib/i18n/negotiate.ts';
import { log } from '#lib/log.ts';
import { Problem } from '#lib/problems/problem.ts';
import { isStorable } from '#lib/storable.ts';
import { asProblem } from './answer.ts';
import { requestFromWeb } from './api-request.ts';
import { clientAddress } from './client-address.ts';
import { refusalPage } from './form-refusal.ts';
import { countCall } from './rate-limit.ts';
import { decodedPath } from './request-target.ts';

/** What a form sent: a text for each name, several where a name came several times. */
export type Fields = Record<string, string | string[]>;
/** A form that a page of ours sent. `now` is when it came. */
export type FormPost = {
  fields: Fields;
  headers: Headers;
  params: Record<string, string>;
  locale: Locale;
  address: string;
  now: Date;
};
/** Where the browser goes next: always a path of ours. */
export type FormAnswer = { to: string; cookies?: string[] };

/** A description of 5000 characters takes up to 59 KiB, twelve bytes each; no form has as much again beside it. */
const MAX_FORM_BYTES = 96 * 1024;
/** Several times what the fullest form has. */
const MAX_FORM_FIELDS = 200;
const YEAR_SECONDS = 31_536_000;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
type Context = { params: Promise<Record<string, string>> };

/**
 * Takes a plain form, with or without JavaScript in the browser: checks that a page of ours sent it, counts it, reads it,
 * and answers 303 to where `act` says. What is thrown becomes a page in the reader's language with the problem's status.
 */
export function formPost(
  act: (post: FormPost) => Promise<FormAnswer>,
): (request: Request, context?: Context) => Promise<Response> {
  return async (request, context) => {
    const requestId = randomUUID();
    const path = new URL(request.url).pathname;
    let locale = localeOf(request.headers);
    let answer: Response;
    try {
      requireOwnPage(request.headers);
      const address = clientAddress(request.headers) ?? 'unknown';
      await countCall('address', address);
      const fields = await readFields(request);
      locale = localeOf(request.headers, fields.lang);
      const params = (await context?.params) ?? {};
      const post = { fields, headers: request.headers, params, locale, address, now: readClock() };
      answer = seeOther(await act(post), locale);
    } catch (error) {
      const problem = asProblem(error, isDatabaseUnavailable);
      if (problem.status >= 500) log().error({ err: problem.cause ?? problem, requestId }, 'a form failed');
      answer = refusalPage(problem, locale, request.headers.get('x-nonce'));
    }
    answer.headers.set('X-Request-Id', requestId);
    answer.headers.set('Cache-Control', 'private, no-store');
    log().info({ requestId, method: request.method, path, status: answer.status }, 'request');
    return answer;
  };
}

/**
 * Refuses a form that no page of ours sent. Browsers say where a request comes from in headers that no page can write:
 * Sec-Fetch-Site, and Origin, which older ones send alone. What says neither is no browser with a session of ours.
 * @throws Problem `forbidden`.
 */
function requireOwnPage(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwnOrigin = origin !== null && ownOrigins(headers).includes(origin);
  const isForeign =
    (origin !== null && origin !== 'null' && !isOwnOrigin) || (site !== null && site !== 'same-origin');
  if (isForeign || (site === null && !isOwnOrigin))
    throw new Problem('forbidden', 'The form did not come from a page of this service.');
}

/** The public address, and the one that the browser itself wrote: two names of this machine are both ours. */
function ownOrigins(headers: Headers): string[] {
  const { origin, protocol } = new URL(env().publicBaseUrl);
  const host = headers.get('host');
  return host ? [origin, `${protocol}//${host}`] : [origin];
}

/** @throws Problem `unsupported_media_type` or `validation_failed`. */
async function readFields(request: Request): Promise<Fields> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new Problem('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.');
  const text = await readText(request);
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS)
    throw new Problem('validation_failed', 'The form has too many fields.');
  const fields: Fields = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = fields[name];
    // Browsers send every line break of a text area as two characters.
    const typed = value.replaceAll('\r\n', '\n');
    if (Array.isArray(earlier)) earlier.push(typed);
    else fields[name] = earlier === undefined ? typed : [earlier, typed];
  }
  return fields;
}

async function readText(request: Request): Promise<string> {
  const bytes = await requestFromWeb(request)
    .take(MAX_FORM_BYTES)
    .catch(() => {
      throw new Problem('validation_failed', 'The form ended before it was complete.');
    });
  if (bytes === null) throw new Problem('validation_failed', 'The form is too large.');
  try {
    const text = UTF8.decode(bytes);
    if (isStorable(decodeURIComponent(text))) return text;
  } catch {
    // Neither the bytes nor what they encode may be cut off: a browser never sends that.
  }
  throw new Problem('validation_failed', 'The form cannot be read.');
}

/** The language of the page that sent the form, which every form names; else as pages choose it. */
function localeOf(headers: Headers, explicit?: string | string[]): Locale {
  return negotiateLocale({
    explicit: typeof explicit === 'string' ? explicit : undefined,
    cookie: cookieOf(headers, LOCALE_COOKIE),
    acceptLanguage: headers.get('accept-language'),
  });
}

/** 303: the browser asks for the next page with GET, and reloading it sends nothing again (RFC 9110, 15.4.4). */
function seeOther({ to, cookies = [] }: FormAnswer, locale: Locale): Response {
  if (!isOwnPath(to)) throw new Error(`Bug: a form leads away: ${to}`);
  const answer = new Response(null, { status: 303, headers: { Location: to } });
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
  // Without scripts the language switcher is a link; the language of a form is kept for what follows.
  const language = `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  answer.headers.append('Set-Cookie', language);
  return answer;
}

/** Whether a text is a path on this host, with its query: nothing that a browser reads as another path or site. */
export function isOwnPath(text: string): boolean {
  const [path = ''] = text.split(/[?#]/, 1);
  return /^\/[\x21-\x5b\x5d-\x7e]*$/.test(text) && !path.includes('//') && decodedPath(path) !== undefined;
}

/** The value of a cookie of a request. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
