import { expect, test } from 'vitest';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';
import { costOf } from './routes.ts';

/* Whatever an address asks for is counted, by what it costs: one limit for pages, documents, forms and the API. */

const LIMIT = 200;
const { service } = runningService({
  RATE_LIMIT_ADDRESS_PER_10S: String(LIMIT),
  // Longer than this file takes on any machine.
  RATE_LIMIT_WINDOW_SECONDS: '3600',
  TRUSTED_PROXIES: '127.0.0.1',
});

const ask = (path: string, address: string, headers: Record<string, string> = {}) =>
  service.call(path, { headers: { 'x-forwarded-for': address, ...headers } });
/** Asks until an answer is 429; returns it, and how many passed. */
async function askUntilRefused(path: string, address: (i: number) => string, headers = {}) {
  for (let passed = 0; ; passed++) {
    const reply = await ask(path, address(passed), headers);
    if (reply.status === 429) return { passed, reply };
    expect(reply.status).toBeLessThan(500);
    expect(passed).toBeLessThanOrEqual(LIMIT * 16);
  }
}

test.each([
  ['/checkout?ref=chk_none', 20],
  ['/sign-in', 20],
  ['/c/none', 20],
  ['/nothing-at-all', 20],
  ['/docs/errors/none', 8],
  ['/docs', 8],
  ['/docs/search?q=currency', 20],
  ['/receipt/none/pdf', 100],
  ['/c/none/card.png', 50],
  ['/openapi.json', 1],
  ['/pictures/none/large', 1],
])('%s costs %i', async (path, cost) => {
  const address = `198.51.100.${10 + ([...path].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 200)}`;
  const { passed } = await askUntilRefused(path, () => address);
  expect(passed).toBe(LIMIT / cost);
});

test('one limit counts pages and calls of the API', async () => {
  for (let i = 0; i < 9; i++) expect((await ask('/sign-in', '203.0.113.1')).status).toBe(404);
  for (let i = 0; i < 20; i++) expect((await ask('/v1/none', '203.0.113.1')).status).toBe(404);
  expectProblem(await ask('/v1/none', '203.0.113.1'), 429, 'rate_limit_exceeded');
  expectProblem(await ask('/openapi.json', '203.0.113.1'), 429, 'rate_limit_exceeded');
  expect((await ask('/sign-in', '203.0.113.1')).status).toBe(429);
  expect((await ask('/sign-in', '203.0.113.2')).status).toBe(404);
});

test('so does a form, which is answered in words', async () => {
  const send = () =>
    service.call('/sign-in/request', {
      raw: 'email=ana%40example.org&lang=es',
      headers: {
        'x-forwarded-for': '203.0.113.3',
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': 'es',
        origin: service.url,
      },
    });
  for (let i = 0; i < LIMIT / 20; i++) await ask('/sign-in', '203.0.113.3');
  const { status, text } = await send();
  expect(status).toBe(429);
  expect(text).toContain('Demasiadas solicitudes');
  expect(text).not.toContain('http-equiv');
});

test('an IPv6 network of many addresses is one: its /64 first, then its /48', async () => {
  const inOne = (i: number) => `2001:db8:1:2::${(i + 1).toString(16)}`;
  expect((await askUntilRefused('/sign-in', inOne)).passed).toBe(LIMIT / 20);
  const inMany = (i: number) => `2001:db8:2:${(i + 1).toString(16)}::1`;
  expect((await askUntilRefused('/sign-in', inMany)).passed).toBe((LIMIT * 16) / 20);
});

test.each([
  ['es-CO', 'es', 'Un momento, por favor'],
  ['pt-BR', 'pt', 'Um momento, por favor'],
  ['en', 'en', 'One moment, please'],
])('a reader of %s is told in words, and the page asks again by itself', async (accept, lang, title) => {
  const { reply } = await askUntilRefused(
    '/sign-in?next=%22%3E%3Cb%3E',
    () => `192.0.2.${accept.length}${accept.length}`,
    {
      'accept-language': accept,
    },
  );
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.headers.get('cache-control')).toBe('private, no-store');
  const wait = Number(reply.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(reply.text).toContain(`<meta http-equiv="refresh" content="${wait}">`);
  expect(reply.text).toMatch(new RegExp(`<html lang="${lang}`));
  expect(reply.text).toContain(`<h1>${title}</h1>`);
  expect(reply.text).toContain('href="/sign-in?next=%22%3E%3Cb%3E"');
  const policy = reply.headers.get('content-security-policy') ?? '';
  const nonce = /<style nonce="([^"]+)"/.exec(reply.text)?.[1];
  expect(policy).toContain(`'nonce-${nonce}'`);
});

test('files of the build, the health check and events of gateways count for nobody', () => {
  for (const path of ['/_next/static/a.js', '/healthz', '/webhooks/stripe', '/qa']) expect(costOf('GET', path)).toBe(0);
});
