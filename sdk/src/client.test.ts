import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import {
  type ClientOptions,
  createClient,
  LinkNotCompletedError,
  PartnerApiError,
  PartnerConnectionError,
} from './client.ts';
import { VERSION } from './send.ts';

const baseUrl = 'https://give.example.org';
const apiKey = 'key_of_a_partner';
const input = { cause: 'a-roof', amount: 50, currency: 'USD' } as const;
const path = '/v1/checkout_links';

type Sent = { url: string; method: unknown; headers: Headers; body: unknown; redirect: unknown; cache: unknown };
type Answer = (signal: AbortSignal) => Promise<Response> | Response;

/** A client whose requests get these answers, one after the other; the last one again and again. */
function clientWith(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const at: number[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    const { method, headers, body, redirect, cache, signal } = init;
    sent.push({ url: String(url), method, headers: new Headers(headers), body, redirect, cache });
    at.push(Date.now());
    if (!answer || !signal) throw new Error('Bug: nothing to answer with');
    return answer(signal);
  };
  return { partner: createClient({ apiKey, baseUrl, fetch, ...options }), sent, at };
}

const ok =
  (body: object, headers: HeadersInit = {}) =>
  () =>
    Response.json(body, { headers });
const problem =
  (status: number, code: string, headers: HeadersInit = {}) =>
  () =>
    new Response(JSON.stringify({ status, code, title: 'A title', detail: `The detail of ${code}.` }), {
      status,
      headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'req-1', ...headers },
    });
const page = (status: number) => () => new Response('<html>A proxy</html>', { status });
const reset: Answer = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }));
const never: Answer = (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const open = { id: 'chl_1', status: 'open' };
const completed = { ...open, status: 'completed', amount_paid: 60 };

/** The result of a call that waits, after all of its waiting. */
async function settled<Value>(call: Promise<Value>): Promise<Value> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  call.then(over, over);
  await vi.advanceTimersByTimeAsync(0);
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  return call;
}

/** What a call is rejected with. */
const refusal = (call: Promise<unknown>) =>
  settled(
    call.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a call', () => {
  test('sends the key, and a POST its body as JSON', async () => {
    const { partner, sent } = clientWith([ok(open)]);
    await partner.checkoutLinks.create(input);
    await partner.causes.retrieve('a/roof');
    const [post, get] = sent;
    expect(post).toMatchObject({ url: baseUrl + path, method: 'POST', body: JSON.stringify(input) });
    expect(post?.headers.get('content-type')).toBe('application/json');
    expect(get).toMatchObject({ url: `${baseUrl}/v1/causes/a%2Froof`, method: 'GET', body: null });
    for (const { headers, redirect, cache } of sent) {
      // A redirect would take the key elsewhere.
      expect(redirect).toBe('manual');
      // Some frameworks answer a repeated read themselves.
      expect(cache).toBe('no-store');
      expect(headers.get('x-api-key')).toBe(apiKey);
      expect(headers.get('user-agent')).toBe(`fundraising-partner/${manifest.version}`);
    }
  });

  test('works at an address with a path or a slash at its end', async () => {
    const { partner, sent } = clientWith([ok(open)], { baseUrl: 'http://localhost:3000/api/' });
    await partner.checkoutLinks.retrieve('chl_1');
    expect(sent[0]?.url).toBe('http://localhost:3000/api/v1/checkout_links/chl_1');
  });

  test('creates with an Idempotency-Key of its own, which stays the same for all attempts', async () => {
    const { partner, sent } = clientWith([reset, problem(503, 'internal_error'), reset, ok(open)]);
    await settled(partner.checkoutLinks.create(input));
    await settled(partner.causes.create({} as never));
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[4]).not.toBe(keys[0]);
  });

  test('is refused at once if it cannot be written', async () => {
    const { partner, sent } = clientWith([ok(open)]);
    expect(await refusal(partner.checkoutLinks.create({ ...input, amount: 50n } as never))).toBeInstanceOf(TypeError);
    expect(await refusal(partner.checkoutLinks.create(input, { idempotencyKey: 'a\nb' }))).toBeInstanceOf(TypeError);
    expect(sent).toHaveLength(0);
  });

  test('creates with the caller’s Idempotency-Key, and reads without any', async () => {
    const { partner, sent } = clientWith([ok(open)]);
    await partner.checkoutLinks.create(input, { idempotencyKey: 'order-1042' });
    await partner.checkoutLinks.retrieve('chl_1');
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['order-1042', null]);
  });

  test.each(['№ 42', '訂單-42', 'ñ', 'Ã±', '💸'])('sends the Idempotency-Key %s in UTF-8', async (idempotencyKey) => {
    const { partner, sent } = clientWith([ok(open)]);
    await partner.checkoutLinks.create(input, { idempotencyKey });
    const bytes = Buffer.from(sent[0]?.headers.get('idempotency-key') ?? '', 'latin1');
    expect(bytes.toString('utf8')).toBe(idempotencyKey);
  });
});

describe('a failure that may pass is followed by another attempt', () => {
  test.each<[string, Answer]>([
    ['a reset connection', reset],
    ['an answer that breaks off', () => new Response(new ReadableStream({ start: (s) => s.error(new Error()) }))],
    ['a request in progress', problem(409, 'idempotency_key_in_progress')],
    ['a request that arrived too slowly', problem(408, 'validation_failed')],
    ['a rate limit', problem(429, 'rate_limit_exceeded')],
    ['an unexpected error', problem(500, 'internal_error')],
    ['an outage', problem(503, 'internal_error')],
    ['a balancer without a server', page(502)],
    ['a server that is too slow for its balancer', page(504)],
  ])('%s', async (_, failure) => {
    const { partner, sent } = clientWith([failure, ok(open)]);
    expect(await settled(partner.checkoutLinks.create(input))).toEqual(open);
    expect(sent).toHaveLength(2);
  });

  test.each([undefined, 1_000])('an attempt that gets no answer in time, when %s ms are chosen', async (chosen) => {
    const { partner, at } = clientWith([never, ok(open)], { attemptTimeoutMs: chosen });
    expect(await settled(partner.checkoutLinks.create(input))).toEqual(open);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(chosen ?? 30_000);
  });

  test.each<[string, Answer]>([
    ['an invalid request', problem(400, 'validation_failed')],
    ['a key that is not valid', problem(401, 'unauthorized')],
    ['a missing permission', problem(403, 'forbidden')],
    ['a missing link', problem(404, 'checkout_link_not_found')],
    ['a link that cannot be paid', problem(409, 'checkout_link_not_payable')],
    ['a reused key', problem(422, 'idempotency_key_reused')],
    ['an announced endpoint', problem(501, 'not_implemented')],
    ['a redirect', page(302)],
    ['a page in place of the API', page(200)],
  ])('but not %s', async (_, failure) => {
    const { partner, sent } = clientWith([failure, ok(open)]);
    expect(await refusal(partner.checkoutLinks.create(input))).toBeInstanceOf(Error);
    expect(sent).toHaveLength(1);
  });

  test('not before Retry-After is over', async () => {
    const { partner, at } = clientWith([problem(429, 'rate_limit_exceeded', { 'Retry-After': '7' }), ok(open)]);
    await settled(partner.checkoutLinks.create(input));
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(7_000);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeLessThan(8_000);
  });

  test.each<[string, HeadersInit, number]>([
    ['by the clock of what answers', { Date: 'Wed, 25 Nov 2026 07:28:00 GMT' }, 7_000],
    ['by our clock', {}, 0],
  ])('not before a date in Retry-After, %s', async (_, headers, pause) => {
    const unavailable = () =>
      new Response('<html>A proxy</html>', {
        status: 503,
        headers: { 'Retry-After': 'Wed, 25 Nov 2026 07:28:07 GMT', ...headers },
      });
    vi.setSystemTime('2026-11-25T07:30:00Z');
    const { partner, at } = clientWith([unavailable, ok(open)]);
    await settled(partner.checkoutLinks.create(input));
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(pause);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeLessThan(pause + 1_000);
  });

  test.each<[string, (status: number, headers: HeadersInit) => Answer]>([
    ['the API', (status, headers) => problem(status, 'internal_error', headers)],
    ['a proxy', (status, headers) => () => new Response('A proxy', { status, headers })],
  ])('not at all if %s asks for more than a minute, which the error says', async (_, answer) => {
    const { partner, sent } = clientWith([answer(503, { 'Retry-After': '61' })]);
    expect(await refusal(partner.checkoutLinks.create(input))).toMatchObject({ status: 503, retryAfter: 61 });
    expect(sent).toHaveLength(1);
  });

  test('also after what a proxy writes in JSON', async () => {
    const proxy = () => Response.json({ status: 'error', code: 503 }, { status: 503 });
    const { partner, sent } = clientWith([proxy, ok(open)]);
    expect(await settled(partner.checkoutLinks.create(input))).toEqual(open);
    expect(sent).toHaveLength(2);
  });

  test('five times, after pauses that grow and differ', async () => {
    const { partner, at } = clientWith([reset]);
    await refusal(partner.checkoutLinks.create(input));
    const pauses = at.slice(1).map((time, i) => time - (at[i] ?? 0));
    expect(pauses).toHaveLength(5);
    for (const [i, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(125 * 2 ** i);
      expect(pause).toBeLessThanOrEqual(250 * 2 ** i + 1);
    }
    expect(pauses).not.toEqual(pauses.map((_, i) => 250 * 2 ** i));
  });

  test('as often as maxRetries says', async () => {
    const { partner, sent } = clientWith([reset], { maxRetries: 0 });
    await refusal(partner.checkoutLinks.retrieve('chl_1'));
    expect(sent).toHaveLength(1);
  });
});

describe('an error', () => {
  test('of the API has its code, status, request and problem', async () => {
    const { partner } = clientWith([problem(422, 'cause_not_found')]);
    const error = await refusal(partner.checkoutLinks.create(input, { idempotencyKey: 'order-1042' }));
    expect(error).toBeInstanceOf(PartnerApiError);
    expect(error).toMatchObject({
      name: 'PartnerApiError',
      message: 'cause_not_found: The detail of cause_not_found.',
      code: 'cause_not_found',
      status: 422,
      requestId: 'req-1',
      problem: { title: 'A title' },
      idempotencyKey: 'order-1042',
    });
  });

  test('of the connection has its cause, and the Idempotency-Key to try again with', async () => {
    const { partner, sent } = clientWith([reset]);
    const error = await refusal(partner.checkoutLinks.create(input));
    expect(error).toBeInstanceOf(PartnerConnectionError);
    expect(error).toMatchObject({
      message: `No answer from ${baseUrl}${path}: TypeError: fetch failed`,
      cause: { cause: { message: 'ECONNRESET' } },
      idempotencyKey: sent[0]?.headers.get('idempotency-key'),
      status: undefined,
    });
  });

  test('of something else than the API has its status', async () => {
    const { partner } = clientWith([page(302)]);
    const error = await refusal(partner.checkoutLinks.retrieve('chl_1'));
    expect(error).toMatchObject({ name: 'PartnerConnectionError', status: 302 });
  });

  test.each<[string, Answer]>([
    ['a list', ok(['hello'])],
    ['a text', ok('hello' as never)],
    ['nothing new, which was not the question', () => new Response(null, { status: 304 })],
  ])('takes the place of %s', async (_, answer) => {
    const { partner } = clientWith([answer]);
    expect(await refusal(partner.causes.retrieve('a-roof'))).toBeInstanceOf(PartnerConnectionError);
  });

  test('never shows the key, and neither does the client', async () => {
    const { partner } = clientWith([reset]);
    const error = await refusal(partner.checkoutLinks.create(input));
    expect(inspect([error, partner], { depth: 9, showHidden: true })).not.toContain(apiKey);
  });
});

describe('an aborted signal ends a call with its reason', () => {
  const reason = new Error('The order was cancelled');

  test('before it is sent', async () => {
    const { partner, sent } = clientWith([ok(open)]);
    const call = partner.checkoutLinks.create(input, { signal: AbortSignal.abort(reason) });
    expect(await refusal(call)).toBe(reason);
    expect(sent).toHaveLength(0);
  });

  test.each<[string, Answer]>([
    ['while it waits for an answer', never],
    ['between two attempts', problem(503, 'internal_error', { 'Retry-After': '30' })],
  ])('%s', async (_, answer) => {
    const { partner, sent } = clientWith([answer]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 1_000);
    expect(await refusal(partner.checkoutLinks.create(input, { signal: stop.signal }))).toBe(reason);
    expect(sent).toHaveLength(1);
  });

  test('while it waits for a link', async () => {
    const { partner } = clientWith([ok(open)]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 10_000);
    expect(await refusal(partner.checkoutLinks.waitUntilCompleted('chl_1', { signal: stop.signal }))).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('waiting for a link', () => {
  const notModified = () => new Response(null, { status: 304, headers: { ETag: '"1"' } });

  test('ends with the completed link, and leaves no timer behind', async () => {
    const { partner, sent } = clientWith([ok(open), ok(open), ok(completed)]);
    const link = await settled(partner.checkoutLinks.waitUntilCompleted('chl_1', { timeoutMs: 3_600_000 }));
    expect(link).toEqual(completed);
    expect(sent).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('reads at growing intervals, from two seconds to half a minute', async () => {
    const { partner, at } = clientWith([...Array<Answer>(30).fill(ok(open)), ok(completed)]);
    await settled(partner.checkoutLinks.waitUntilCompleted('chl_1'));
    const intervals = at.slice(1).map((time, i) => time - (at[i] ?? 0));
    for (const [i, interval] of intervals.entries()) {
      const longest = Math.min(2_000 * 1.25 ** i, 30_000);
      expect(interval).toBeGreaterThanOrEqual(Math.floor(longest * 0.75));
      expect(interval).toBeLessThanOrEqual(longest + 1);
    }
    expect(intervals.at(-1)).toBeGreaterThan(20_000);
  });

  test('sends the ETag of the last answer, and understands that nothing has changed', async () => {
    const { partner, sent } = clientWith([
      ok(open, { ETag: '"1"' }),
      notModified,
      notModified,
      ok(completed, { ETag: '"2"' }),
    ]);
    expect(await settled(partner.checkoutLinks.waitUntilCompleted('chl_1'))).toEqual(completed);
    expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"', '"1"', '"1"']);
  });

  test.each(['expired', 'cancelled'])('ends with an error if the link is %s', async (status) => {
    const { partner, sent } = clientWith([ok(open), ok({ ...open, status })]);
    const error = await refusal(partner.checkoutLinks.waitUntilCompleted('chl_1'));
    expect(error).toBeInstanceOf(LinkNotCompletedError);
    expect(error).toMatchObject({ link: { status }, message: `The checkout link chl_1 is ${status}` });
    expect(sent).toHaveLength(2);
  });

  test('ends when its time is up, with the link that is still open', async () => {
    const { partner } = clientWith([ok(open, { ETag: '"1"' }), notModified]);
    const start = Date.now();
    const error = await refusal(partner.checkoutLinks.waitUntilCompleted('chl_1', { timeoutMs: 60_000 }));
    expect(error).toMatchObject({ name: 'LinkNotCompletedError', link: { status: 'open' } });
    expect(Date.now() - start).toBe(60_000);
  });

  test.each<[string, Answer[], object]>([
    ['hangs', [never], { message: 'No answer within 20000 ms' }],
    ['hangs later', [ok(open), never], { link: open }],
    ['fails', [problem(503, 'internal_error')], { code: 'internal_error' }],
  ])('ends when its time is up even if the API %s', async (_, answers, expected) => {
    const { partner } = clientWith(answers);
    const start = Date.now();
    expect(await refusal(partner.checkoutLinks.waitUntilCompleted('chl_1', { timeoutMs: 20_000 }))).toMatchObject(
      expected,
    );
    expect(Date.now() - start).toBe(20_000);
  });

  test('outlasts an outage of some minutes', async () => {
    const { partner } = clientWith([
      ok(open),
      ...Array<Answer>(30).fill(problem(503, 'internal_error')),
      ok(completed),
    ]);
    expect(await settled(partner.checkoutLinks.waitUntilCompleted('chl_1'))).toEqual(completed);
  });

  test.each<[string, Answer]>([
    ['a page of a proxy', page(403)],
    ['a proxy without a route', () => Response.json({ message: 'no Route matched' }, { status: 404 })],
    ['a redirect', page(302)],
    ['a page in place of the API', page(200)],
    ['a list', ok(['hello'])],
    ['another answer', ok({ status: 'ok' }, { ETag: '"proxy"' })],
    ['a request that arrived too slowly', problem(408, 'validation_failed')],
  ])('outlasts %s, but not for more than five minutes', async (_, answer) => {
    const some = Array<Answer>(10).fill(answer);
    const { partner, sent } = clientWith([ok(open, { ETag: '"1"' }), ...some, ok(completed)]);
    expect(await settled(partner.checkoutLinks.waitUntilCompleted('chl_1'))).toEqual(completed);
    expect(sent.at(-1)?.headers.get('if-none-match')).toBe('"1"');
    const { partner: another } = clientWith([ok(open), answer]);
    expect(await refusal(another.checkoutLinks.waitUntilCompleted('chl_1'))).not.toBeInstanceOf(LinkNotCompletedError);
  });

  test('reads not before Retry-After is over, and after five minutes in any case', async () => {
    const { partner, at } = clientWith([
      ok(open),
      problem(503, 'internal_error', { 'Retry-After': '120' }),
      ok(open),
      problem(503, 'internal_error', { 'Retry-After': '86400' }),
      ok(completed),
    ]);
    await settled(partner.checkoutLinks.waitUntilCompleted('chl_1'));
    const [, second = 0, third = 0, fourth = 0, fifth = 0] = at;
    expect(third - second).toBe(120_000);
    expect(fifth - fourth).toBe(300_000);
  });

  test('ends with the error of an outage of more than five minutes', async () => {
    const { partner, at } = clientWith([ok(open), reset]);
    expect(await refusal(partner.checkoutLinks.waitUntilCompleted('chl_1'))).toBeInstanceOf(PartnerConnectionError);
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(300_000);
  });

  test('ends at once if the link cannot be read', async () => {
    const { partner, sent } = clientWith([problem(404, 'checkout_link_not_found')]);
    const error = await refusal(partner.checkoutLinks.waitUntilCompleted('chl_1'));
    expect(error).toMatchObject({ code: 'checkout_link_not_found' });
    expect(sent).toHaveLength(1);
  });
});

describe('a client is refused', () => {
  test.each(['document', 'importScripts'])('in a browser, which has %s', (name) => {
    vi.stubGlobal(name, {});
    expect(() => createClient({ apiKey, baseUrl })).toThrow('runs on servers only');
  });

  test('without a key', () => {
    expect(() => createClient({ apiKey: '', baseUrl })).toThrow('apiKey is missing');
  });

  test.each(['secret\nkey', 'secret…', 'se cret', ' '])('with the key %j, which it does not show', (secret) => {
    const refused = () => createClient({ apiKey: secret, baseUrl });
    expect(refused).toThrow(new TypeError('apiKey has characters that no API key has'));
  });

  test.each([
    '',
    'give.example.org',
    'ftp://give.example.org',
    'https://',
    'https://give.example.org?x=1',
    'https://give.example.org:99999',
    'https://give example.org',
    'https://user:password@give.example.org',
  ])('at the address "%s", of which it shows nothing', (address) => {
    const refused = () => createClient({ apiKey, baseUrl: address });
    expect(refused).toThrow('baseUrl must be an address');
    expect(refused).not.toThrow('password@');
  });
});

test('a client takes key and address with the white space around them', async () => {
  const { partner, sent } = clientWith([ok(open)], { apiKey: `\u2003${apiKey}\n`, baseUrl: ` ${baseUrl}/\n` });
  await partner.checkoutLinks.retrieve('chl_1');
  expect(sent[0]).toMatchObject({ url: `${baseUrl}${path}/chl_1` });
  expect(sent[0]?.headers.get('x-api-key')).toBe(apiKey);
});

test('the version it sends is that of the package', () => {
  expect(VERSION).toBe(manifest.version);
});
