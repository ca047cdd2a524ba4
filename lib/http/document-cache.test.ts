import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cacheDocuments } from './document-cache.ts';

let server: Server;
let url: string;
let made: string[] = [];
beforeAll(async () => {
  const keep = cacheDocuments(async (request, response) => {
    // As Next does, which waits until a response is sent.
    const isSent = once(response, 'finish');
    made.push(`${request.method} ${request.url}`);
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Cache-Control', 'public, max-age=300');
    response.writeHead(request.url?.includes('none') ? 404 : 200);
    response.write('{"made":');
    response.end(`"${'x'.repeat(2000)}"}`);
    await isSent;
  });
  server = createServer((request, response) => void keep(request, response)).listen(0);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  made = [];
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { headers, method });

test.each([
  '/openapi.json',
  '/llms.txt',
  '/docs.md',
  '/docs/errors/not_found.md',
  '/docs/postman.json',
  '/docs/search.json',
])('%s is made once for everybody, and known by its tag from then on', async (path) => {
  const first = await get(path, { 'accept-encoding': 'gzip' });
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  const text = await first.text();
  const others = [
    await get(`${path}?any=query`, { 'accept-encoding': 'identity' }),
    await get(path, { 'accept-encoding': 'gzip;q=0' }),
    await get(path, { cookie: 'session=abc', 'accept-language': 'es' }),
  ];
  for (const other of others) expect(await other.text()).toBe(text);
  const [plain, unzipped] = others;
  for (const sent of [plain, unzipped]) expect(sent?.headers.get('content-encoding')).toBeNull();
  expect(plain?.headers.get('content-type')).toBe('application/json');
  expect(plain?.headers.get('cache-control')).toBe('public, max-age=300');
  expect(plain?.headers.get('vary')).toBe('Accept-Encoding');
  const head = await get(path, {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  const etag = first.headers.get('etag') ?? '';
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await get(path, { 'if-none-match': known });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  }
  for (const other of ['"other"', '"a,*,b"'])
    expect([other, (await get(path, { 'if-none-match': other })).status]).toEqual([other, 200]);
  expect(made).toEqual([`GET ${path}`]);
});

test('what is missing, changes or belongs to somebody is served anew', async () => {
  const paths = ['/docs/none.md', '/receipts/keys.json', '/pictures/pic_1/large', '/webhooks/stripe'];
  for (const path of paths) for (let time = 0; time < 2; time++) await (await get(path)).text();
  expect(made).toEqual(paths.flatMap((path) => [`GET ${path}`, `GET ${path}`]));
  expect((await get('/docs/none.md')).status).toBe(404);
});

test('a first HEAD is answered without keeping anything', async () => {
  const fresh = cacheDocuments((_request, response) => void response.writeHead(200).end());
  const other = createServer((request, response) => void fresh(request, response)).listen(0);
  const { port } = other.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/openapi.json`, { method: 'HEAD' })).status).toBe(200);
  other.close();
});
