import { now as readClock } from '#lib/clock.ts';
import { cookieOf, setCookie } from '#lib/cookies.ts';
import { env } from '#lib/env.ts';
import { LOCALE_COOKIE, type Locale, negotiateLocale } from '#lib/i18n/locales.ts';
import { Problem } from '#lib/problems/problem.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { pageOfForm, refusalPage } from './form-refusal.ts';
import { clientAddress, requestFromWeb } from './request.ts';
import { answerRequest } from './response.ts';
import { decodedPath } from './routes.ts';
import { readUpload, type UploadedFile } from './upload.ts';

/** The fields of a form by name: a text, or several if a name was sent several times. */
export type Fields = Record<string, string | string[]>;
/** A form that one of our pages sent. `now` is the time of its arrival. */
export type FormPost = {
  fields: Fields;
  /** The file of a form that takes one; null for none. */
  file: UploadedFile | null;
  headers: Headers;
  params: Record<string, string>;
  locale: Locale;
  address: string;
  now: Date;
};
/** The browser's next page, always one of our paths, and cookies to set. */
export type FormRedirect = { to: string; cookies?: string[] };

/**
 * Whether a form may bring a file, decided before its body is read: never; now; or not now, and then the form counts as empty
 * because nothing of it is read.
 */
export type FileRule = (post: Pick<FormPost, 'params' | 'headers' | 'now'>) => Promise<'never' | 'now' | 'not_now'>;

/** How a form differs from others. */
type FormRules = {
  /** Without it a form brings no file. */
  takesFile?: FileRule;
  /**
   * `act` does nothing without a secret that no other site has: of the page itself, or of a cookie, which no form of another site
   * brings (SameSite). Its page hides its address, and with it the origin, of which older browsers say nothing else.
   */
  hasOwnProof?: true;
};

/** A description of 5000 characters takes up to 59 KiB, twelve bytes each; the other fields of a form need less. */
const MAX_FORM_BYTES = 96 * 1024;
/** Several times the number of the largest form. */
const MAX_FORM_FIELDS = 200;
const YEAR_SECONDS = 31_536_000;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
type Context = { params: Promise<Record<string, string>> };

/**
 * Handles a plain form, with or without JavaScript in the browser: checks that one of our pages sent it, reads it, and
 * redirects (303) to the result of `act`. An error becomes a page in the reader's language with the problem's status.
 */
export function formPost(
  act: (post: FormPost) => Promise<FormRedirect>,
  { takesFile = async () => 'never', hasOwnProof }: FormRules = {},
): (request: Request, context?: Context) => Promise<Response> {
  return (request, context) => {
    const { headers, method } = request;
    const path = new URL(request.url).pathname;
    let locale = localeOf(headers);
    let page = pageOfForm(path);
    const work = async () => {
      requireSameOrigin(headers, hasOwnProof === true);
      const address = clientAddress(headers) ?? 'unknown';
      const params = (await context?.params) ?? {};
      const now = readClock();
      const rule = isMultipart(headers) ? await takesFile({ params, headers, now }) : 'never';
      const { fields, file } = await readForm(request, rule);
      locale = localeOf(headers, fields.lang);
      page = pageOfForm(path, fields.ref);
      return seeOther(await act({ fields, file, headers, params, locale, address, now }), locale);
    };
    const refuse = (problem: Problem) => refusalPage(problem, locale, headers.get('x-nonce'), page);
    return answerRequest({ method, path }, work, refuse, (response, requestId) => {
      response.headers.set('X-Request-Id', requestId);
      response.headers.set('Cache-Control', 'private, no-store');
      return response;
    });
  };
}

/**
 * Refuses a form of another site. Browsers send the origin of a request in headers that no page can set: Sec-Fetch-Site,
 * and Origin, which older browsers send alone. A request with neither does not come from a browser with a session of ours.
 * @param mayHideOrigin an Origin of `null` alone is enough
 * @throws Problem `forbidden`.
 */
function requireSameOrigin(headers: Headers, mayHideOrigin: boolean): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwnOrigin = origin !== null && ownOrigins(headers).includes(origin);
  const isForeign = (origin !== null && origin !== 'null' && !isOwnOrigin) || (site !== null && site !== 'same-origin');
  const isHidden = origin === 'null' && mayHideOrigin;
  if (isForeign || (site === null && !isOwnOrigin && !isHidden))
    throw new Problem('forbidden', 'The form did not come from a page of this service.');
}

/** The public origin, and that of the browser's Host header: this machine can have two names. */
function ownOrigins(headers: Headers): string[] {
  const { origin, protocol } = new URL(env().publicBaseUrl);
  const host = headers.get('host');
  return host ? [origin, `${protocol}//${host}`] : [origin];
}

function mediaType(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
}

function isMultipart(headers: Headers): boolean {
  return mediaType(headers) === 'multipart/form-data';
}

/** @throws Problem `unsupported_media_type` or `validation_failed`. */
async function readForm(
  request: Request,
  rule: Awaited<ReturnType<FileRule>>,
): Promise<Pick<FormPost, 'fields' | 'file'>> {
  if (rule === 'not_now') return { fields: {}, file: null };
  if (rule === 'never') return { fields: fieldsOf(new URLSearchParams(await readPairs(request))), file: null };
  const { texts, file } = await readUpload(request);
  if (texts.length > MAX_FORM_FIELDS) throw new Problem('validation_failed', 'The form has too many fields.');
  if (!texts.flat().every(isStorableText)) throw new Problem('validation_failed', 'The form cannot be read.');
  return { fields: fieldsOf(texts), file };
}

async function readPairs(request: Request): Promise<string> {
  if (mediaType(request.headers) !== 'application/x-www-form-urlencoded')
    throw new Problem('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.');
  const text = await readText(request);
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS)
    throw new Problem('validation_failed', 'The form has too many fields.');
  return text;
}

function fieldsOf(pairs: Iterable<[string, string]>): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, value] of pairs) {
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
    .readBytes(MAX_FORM_BYTES)
    .catch(() => {
      throw new Problem('validation_failed', 'The form ended before it was complete.');
    });
  if (bytes === null) throw new Problem('validation_failed', 'The form is too large.');
  try {
    const text = UTF8.decode(bytes);
    if (isStorableText(decodeURIComponent(text))) return text;
  } catch {
    // Browsers never send truncated bytes or encodings.
  }
  throw new Problem('validation_failed', 'The form cannot be read.');
}

/** The language of the form's page, which every form sends; else the language that pages would choose. */
function localeOf(headers: Headers, explicit?: string | string[]): Locale {
  return negotiateLocale({
    explicit: typeof explicit === 'string' ? explicit : undefined,
    cookie: cookieOf(headers, LOCALE_COOKIE, '/'),
    acceptLanguage: headers.get('accept-language'),
  });
}

/** 303: the browser requests the next page with GET, and reloading it sends nothing again (RFC 9110, 15.4.4). */
function seeOther({ to, cookies = [] }: FormRedirect, locale: Locale): Response {
  if (!isOwnPath(to)) throw new Error(`Bug: a form leads away: ${to}`);
  const answer = new Response(null, { status: 303, headers: { Location: to } });
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
  // Without scripts the language switcher is a link; the form's language is stored for the next pages.
  // Scripts read it too: the switcher writes it.
  const language = setCookie(LOCALE_COOKIE, locale, { path: '/', seconds: YEAR_SECONDS });
  answer.headers.append('Set-Cookie', language.replace('; HttpOnly', ''));
  return answer;
}

/** Whether a text is a path on this host, with its query: nothing that a browser reads as another path or site. */
export function isOwnPath(text: string): boolean {
  const [path = ''] = text.split(/[?#]/, 1);
  return /^\/[\x21-\x5b\x5d-\x7e]*$/.test(text) && !path.includes('//') && decodedPath(path) !== undefined;
}
