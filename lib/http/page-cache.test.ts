import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { cachePages } from './page-cache.ts';

const { service, partner } = runningService();
let server: Server;
let url: string;
let slug: string;
let now = Date.now();
let nonces = 0;
let rendered = 0;
beforeAll(() => {
  const keep = cachePages(
    async (request, response) => {
      rendered++;
      const cause = await db().cause.findUnique({ where: { key: slug } });
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Link', `</a.css>; nonce="nonce-${nonces}"`);
      response.writeHead(cause?.state === 'published' ? 200 : 404);
      response.flushHeaders();
      const language = request.headers['accept-language'] ?? 'none';
      response.write(`<script nonce="nonce-${nonces}">${cause?.title} ${language} `);
      response.end('x'.repeat(2000));
    },
    () => now,
  );
  server = createServer((request, response) => void keep(request, response, `nonce-${++nonces}`)).listen(0);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(async () => {
  slug = await publishedCause(service, partner);
  rendered = 0;
});

const get = async (headers: Record<string, string> = {}, query = '') => {
  const response = await fetch(`${url}/c/${slug}${query}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const documentation = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(url + path, { headers })).text();
const rename = (title: string) => db().cause.update({ where: { key: slug }, data: { title } });
const hide = () => db().cause.update({ where: { key: slug }, data: { state: 'draft' } });
const SIGNED_IN = { cookie: 'session=abc' };
const FROM_OUR_PAGE = { 'sec-fetch-site': 'same-origin' };

test('a page is rendered once for all who read it in a language, compressed, each with a nonce of its own', async () => {
  const [first, second] = [await get(), await get()];
  expect(rendered).toBe(1);
  expect(first.headers.get('content-encoding')).toBe('gzip');
  expect(second.headers.get('content-type')).toBe('text/html');
  expect(second.headers.get('link')).toBe(`</a.css>; nonce="nonce-${nonces}"`);
  const nonceOf = ({ text }: { text: string }) => /nonce-\d+/.exec(text)?.[0];
  expect([nonceOf(first), nonceOf(second)]).toEqual([`nonce-${nonces - 1}`, `nonce-${nonces}`]);
  expect(second.text.replace(/nonce-\d+/, '')).toBe(first.text.replace(/nonce-\d+/, ''));
});

test('a page that must not come with gzip does not', async () => {
  for (const refused of ['gzip;q=0', 'identity', 'br;q=1, gzip;q=0, *;q=0.1'])
    expect((await get({ 'accept-encoding': refused })).headers.get('content-encoding')).toBeNull();
  expect(rendered).toBe(1);
});

test('each language and place of readers has a page of its own', async () => {
  for (const language of ['es-CO', 'es-MX', 'pt-BR']) {
    await get({ 'accept-language': language });
    expect((await get({ 'accept-language': language })).text).toContain(language);
  }
  await get({}, '?lang=pt');
  await get({ cookie: 'lang=pt' });
  expect(rendered).toBe(5);
});

test('whoever has a cookie gets a page of their own, which nobody else gets', async () => {
  await get(SIGNED_IN);
  await get({ cookie: 'lang=es; session=abc' });
  await get();
  await get(SIGNED_IN);
  expect(rendered).toBe(4);
});

test('pages with other parameters, and those that are missing, are not kept', async () => {
  for (const query of ['?before=1-0', '?gift=too_small', '?lang=es&lang=pt']) {
    await get({}, query);
    await get({}, query);
  }
  await hide();
  expect([(await get()).status, (await get()).status]).toEqual([404, 404]);
  expect(rendered).toBe(8);
});

test('a change is seen at once by who is signed in or comes from a page of ours, by others within a second', async () => {
  await get();
  await rename('Renamed');
  expect((await get(SIGNED_IN)).text).toContain('Renamed');
  expect((await get()).text).not.toContain('Renamed');
  expect((await get(FROM_OUR_PAGE)).text).toContain('Renamed');
  expect((await get()).text).toContain('Renamed');
  await rename('Renamed again');
  now += 1_000;
  expect((await get()).text).toContain('Renamed again');
});

test('a cause that is no longer public has no page after a second', async () => {
  await get();
  await hide();
  now += 1_000;
  expect((await get()).status).toBe(404);
});

test('who gives, and goes to the page of the cause, sees their donation in it', async () => {
  await get();
  const link = await openLink(service, partner, { cause: slug });
  await pay(service, await intentOf(service, link.id));
  await donorReturns(service, link.id);
  await get(FROM_OUR_PAGE);
  expect(rendered).toBe(2);
});

test('nothing is kept for longer than five seconds', async () => {
  await get();
  now += 4_999;
  await get();
  expect(rendered).toBe(1);
  now += 1;
  await get();
  expect(rendered).toBe(2);
});

test.each(['/docs', '/docs/api', '/docs/errors', '/docs/errors/cause_not_open', '/docs?lang=es'])(
  '%s is rendered once for all, whenever they read it',
  async (path) => {
    const first = await documentation(path);
    now += 86_400_000;
    const second = await documentation(path);
    expect(rendered).toBe(1);
    const nonceOf = (text: string) => /nonce-\d+/.exec(text)?.[0];
    expect(nonceOf(second)).not.toBe(nonceOf(first));
  },
);

test.each(['/docs/search', '/docs/search?q=a', '/docs/api?a=b', '/docs/../qa', '/sign-in', '/docs.md'])(
  '%s is rendered each time',
  async (path) => {
    await documentation(path);
    await documentation(path);
    expect(rendered).toBe(2);
  },
);
