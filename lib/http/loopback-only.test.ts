import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { openLink } from '#testing/factories.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService({ TRUSTED_PROXIES: '127.0.0.1' });

/** Calls the deck's route with any Host header, which `fetch` would not allow. */
async function callQa(headers: Record<string, string>): Promise<number> {
  const { id } = await openLink(service, partner);
  const { port } = new URL(service.url);
  return new Promise((done, fail) => {
    const asked = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/qa',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode ?? 0));
      },
    );
    asked.on('error', fail);
    asked.end(JSON.stringify({ ref: id }));
  });
}
const here = () => new URL(service.url).host;

test('answers our own page on this machine, and a caller that is not a browser', async () => {
  expect(await callQa({ host: here() })).toBe(200);
  expect(await callQa({ host: here(), origin: service.url, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await callQa({ host: `localhost:${new URL(service.url).port}` })).toBe(200);
});

test.each([
  ['a page of another site', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['a page that hides where it comes from', { origin: 'null' }],
  ['a page that the browser calls another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['a name that was made to point here', { host: 'rebound.example' }],
  ['another machine, told by a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy of this machine that rewrites the host', { 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy that names the host it was asked for', { 'x-forwarded-host': 'give.example' }],
  ['a proxy that names itself', { via: '1.1 proxy' }],
  ['a proxy that sends the address otherwise', { 'x-real-ip': '203.0.113.7' }],
  ['a proxy with the standard header', { forwarded: 'for=127.0.0.1' }],
  ['a tunnel', { 'cf-connecting-ip': '203.0.113.7' }],
])('refuses %s', async (_who, headers) => {
  expect(await callQa({ host: here(), ...headers })).toBe(403);
});

test('refuses HTTP/1.0, which a proxy speaks where it is not told otherwise', async () => {
  const { id } = await openLink(service, partner);
  const body = JSON.stringify({ ref: id });
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const status = async (version: string) =>
    (await rawRequest(service.url, [`POST /qa HTTP/${version}`, ...headers], body)).status;
  expect([await status('1.0'), await status('1.1')]).toEqual([403, 200]);
});

test('refuses requests that a form of another site could send', async () => {
  const { id } = await openLink(service, partner);
  const { status, body } = await service.call('/qa', {
    raw: JSON.stringify({ ref: id }),
    headers: { 'content-type': 'text/plain' },
  });
  expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
});
