import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { causeVersion } from '#lib/hot-queries/cause-version.ts';
import { isLocale, LOCALE_COOKIE, languageRanges, SECURE_LOCALE_COOKIE } from '#lib/i18n/locales.ts';
import { acceptsIdentity, prefersGzip } from './accept-encoding.ts';

/** A page of this age is sent without regard to its version, in milliseconds: a cause may be given to many times a second. */
const BUSY_MS = 1_000;
/** The most pages of a kind that are kept. Each has some 60 kB. */
const MAX_PAGES = 100;
/** The fastest level: a page costs a third of what the usual one takes, and is a tenth larger. */
const GZIP = { level: 1 };

/** Headers of one response alone; the policy has its nonce. */
export const PER_RESPONSE_HEADERS: ReadonlySet<string> = new Set([
  'content-security-policy',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
]);

/** `nonce`: of the rendering, in its text and in the headers that preload styles. */
type CachedPage = { text: string; headers: OutgoingHttpHeaders; nonce: string; version: string; at: number };
/** `isWhole`: it was rendered to its end, although the client may be gone. */
type Rendered = { status: number; body: Buffer; isWhole: boolean };
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** `maxAgeMs`: how long a page is kept, in milliseconds. What its version does not tell may be as old. */
type Kind = { path: RegExp; maxAgeMs: number; version: (address: string) => Promise<string | null> };

const KINDS: readonly Kind[] = [
  { path: /^\/c\/([a-z0-9-]+)$/, maxAgeMs: 5_000, version: causeVersion },
  // The documentation, except its search: nothing in it changes while we run.
  {
    path: /^(\/docs(?:\/(?!search$)[a-z0-9_-]+)*)$/,
    maxAgeMs: Number.POSITIVE_INFINITY,
    version: async () => '',
  },
];

/**
 * Keeps the pages of the documentation, and the public pages of causes for seconds, for each language and place of readers.
 * Those of causes are rendered anew once the cause or what it collected has changed. A page is only kept if it was rendered
 * for, and only sent to, somebody who has no cookie but that of the language: whoever is signed in, as those are who edit a cause,
 * always gets a new one. A response gets its own nonce.
 * @param clock in milliseconds
 */
export function cachePages(render: Handler, clock: () => number = Date.now) {
  const kinds = KINDS.map((kind) => ({ ...kind, kept: new Map<string, CachedPage>() }));

  /** The kept page of a request, where there is one that may be sent. */
  const find = async (
    request: IncomingMessage,
    { kept, maxAgeMs, version: versionOf }: (typeof kinds)[number],
    address: string,
    key: string,
  ) => {
    const page = kept.get(key);
    const age = page === undefined ? Number.POSITIVE_INFINITY : clock() - page.at;
    if (!page || age >= maxAgeMs) return undefined;
    // Whoever comes from another page of ours may have just given.
    if (age < BUSY_MS && request.headers['sec-fetch-site'] !== 'same-origin') return page;
    // While the database is away, a page of seconds ago is better than none.
    const version = await versionOf(address).catch(() => page.version);
    return version === page.version ? page : undefined;
  };

  return async (request: IncomingMessage, response: ServerResponse, nonce: string): Promise<void> => {
    const [path = '', query] = (request.url ?? '').split('?', 2);
    const kind = kinds.find((one) => one.path.test(path));
    const address = kind?.path.exec(path)?.[1];
    const key = address === undefined || request.method !== 'GET' ? undefined : keyOf(request, path, query);
    if (!kind || address === undefined || key === undefined) return render(request, response);
    const page = await find(request, kind, address, key);
    if (page) {
      for (const [name, value] of Object.entries(page.headers))
        if (value !== undefined) response.setHeader(name, String(value).replaceAll(page.nonce, nonce));
      return send(request, response, Buffer.from(page.text.replaceAll(page.nonce, nonce)));
    }
    // Before the page reads its data: a change during that makes the version old, never the page.
    const [at, version] = [clock(), await kind.version(address).catch(() => null)];
    const { status, body, isWhole } = await captureResponse(render, request, response);
    if (status === 200 && isWhole && version !== null && !response.hasHeader('set-cookie')) {
      const { kept } = kind;
      kept.delete(key);
      const [oldest] = kept.keys();
      if (kept.size >= MAX_PAGES && oldest !== undefined) kept.delete(oldest);
      const headers = Object.entries(response.getHeaders()).filter(([name]) => !PER_RESPONSE_HEADERS.has(name));
      kept.set(key, { text: body.toString(), headers: Object.fromEntries(headers), nonce, version, at });
    }
    send(request, response, body);
  };
}

/** What a page depends on besides its address: the reader. Undefined for a page that is not kept. */
function keyOf({ headers }: IncomingMessage, path: string, query: string | undefined): string | undefined {
  const lang = query === undefined ? '' : /^lang=([a-z]{2})$/.exec(query)?.[1];
  const cookie = headers.cookie === undefined ? '' : soleLanguage(headers.cookie);
  if (lang === undefined || cookie === undefined) return undefined;
  const ranges = languageRanges(headers['accept-language'] ?? '').filter(({ language }) => isLocale(language));
  return JSON.stringify([path, lang, cookie, ranges.map(({ language, region }) => [language, region])]);
}

function isName(name: string | undefined): boolean {
  return name === LOCALE_COOKIE || name === SECURE_LOCALE_COOKIE;
}

/** The value of the language's cookie, where a request has no other. */
function soleLanguage(cookies: string): string | undefined {
  const [name, value, ...more] = cookies.split(/[=;]/);
  return isName(name) && isLocale(value) && more.length === 0 ? value : undefined;
}

/** Renders without sending or compressing. Headers are set on the response. */
export async function captureResponse(
  render: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Rendered> {
  const chunks: Buffer[] = [];
  const { write, end, writeHead, flushHeaders } = response;
  const encoding = request.headers['accept-encoding'];
  // Next would compress what is compressed here.
  delete request.headers['accept-encoding'];
  const add = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const { promise, resolve } = Promise.withResolvers<boolean>();
  response.flushHeaders = () => {};
  response.writeHead = (status: number) => {
    response.statusCode = status;
    return response;
  };
  response.write = (chunk: unknown, ...rest: unknown[]) => {
    add(chunk);
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  };
  response.end = ((chunk: unknown, ...rest: unknown[]) => {
    add(chunk);
    resolve(true);
    for (const done of [chunk, ...rest]) if (typeof done === 'function') done();
    return response;
  }) as typeof end;
  response.once('close', () => resolve(false));
  try {
    // A route of Next is only done once its response is sent, which happens after this.
    const isWhole = await Promise.race([promise, Promise.resolve(render(request, response)).then(() => promise)]);
    return { status: response.statusCode, body: Buffer.concat(chunks), isWhole };
  } finally {
    Object.assign(response, { write, end, writeHead, flushHeaders });
    if (encoding !== undefined) request.headers['accept-encoding'] = encoding;
  }
}

function send(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const asked = request.headers['accept-encoding'];
  const isZipped = prefersGzip(asked) && (body.length > 1024 || !acceptsIdentity(asked));
  if (isZipped) response.setHeader('Content-Encoding', 'gzip');
  const sent = isZipped ? gzipSync(body, GZIP) : body;
  response.setHeader('Content-Length', sent.length);
  response.end(sent);
}
