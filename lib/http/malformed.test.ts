import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { createHttpServer } from '#server.ts';
import { createPartner, type Partner } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { createSample } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';

const { service, partner } = runningService();

/** The service's answer to raw bytes. */
async function exchange(bytes: string): Promise<Reply> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']),
  );
  return {
    status: Number(first.split(' ')[1]),
    headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const host = () => new URL(service.url).host;

describe('an unreadable request is answered with a problem document', () => {
  test.each<[string, number, string, () => string]>([
    [
      'headers beyond 16 KiB',
      431,
      '/v1/causes/a',
      () => `GET /v1/causes/a?x=1 HTTP/1.1\r\nHost: ${host()}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'a header without a colon',
      400,
      '/v1/causes',
      () => `POST /v1/causes HTTP/1.1\r\nHost: ${host()}\r\nnonsense\r\n\r\n`,
    ],
    ['a method that nobody knows', 400, '/v1/causes', () => `FETCH /v1/causes HTTP/1.1\r\nHost: ${host()}\r\n\r\n`],
    [
      'a length that is none',
      400,
      '/v1/causes',
      () => `POST /v1/causes HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: x\r\n\r\n`,
    ],
    ...['chunked', 'identity', 'gzip, chunked', 'x'].map((coding): [string, number, string, () => string] => [
      `Transfer-Encoding: ${coding} with HTTP/1.0`,
      400,
      '/v1/causes',
      () =>
        `POST /v1/causes HTTP/1.0\r\nHost: ${host()}\r\nTransfer-Encoding: ${coding}\r\nConnection: keep-alive\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ]),
    ...['gzip, chunked', 'gzip\r\nTransfer-Encoding: chunked'].map((coding): [string, number, string, () => string] => [
      `Transfer-Encoding: ${coding}`,
      501,
      '/v1/causes',
      () => `POST /v1/causes HTTP/1.1\r\nHost: ${host()}\r\nTransfer-Encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ]),
    ['another protocol', 400, '/', () => '\x16\x03\x01\x02\x00\x01\r\n\r\n'],
    ['no Host', 400, '/v1/causes', () => 'GET /v1/causes HTTP/1.1\r\n\r\n'],
    [
      'two Host headers',
      400,
      '/v1/causes',
      () => `GET /v1/causes HTTP/1.1\r\nHost: ${host()}\r\nHost: other.example\r\n\r\n`,
    ],
    [
      'an expectation that nobody meets',
      417,
      '/v1/causes',
      () => `POST /v1/causes HTTP/1.1\r\nHost: ${host()}\r\nExpect: 200-ok\r\n\r\n`,
    ],
  ])('%s: %i', async (_, status, path, bytes) => {
    const reply = await exchange(bytes());
    expect(expectProblem(reply, status, 'validation_failed').instance).toBe(path);
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers.get('connection')).toBe('close');
    expect(Number(reply.headers.get('content-length'))).toBe(Buffer.byteLength(reply.text));
  });

  test('an unmet expectation before an unreadable body: 417, once', async () => {
    const reply = await exchange(
      `GET /docs HTTP/1.1\r\nHost: ${host()}\r\nTransfer-Encoding: identity\r\nExpect: more\r\n\r\n`,
    );
    expectProblem(reply, 417, 'validation_failed');
  });

  test('a response in progress is completed, even if unreadable bytes follow', async () => {
    const door = createHttpServer(env(), (_, response) => {
      response.writeHead(200, { Connection: 'close' });
      setImmediate(() => response.end('whole'));
    });
    // What costs nothing is answered at once, so that its response is in progress when the rest is read.
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    const { port } = door.address() as AddressInfo;
    const reply = await rawRequest(`http://127.0.0.1:${port}`, [
      'GET /_next/static/a.js HTTP/1.1',
      'Transfer-Encoding: identity',
    ]);
    door.close();
    expect([reply.status, reply.body]).toEqual([200, expect.stringContaining('whole')]);
    expect(reply.body).not.toContain('HTTP/1.1');
  });

  test('a body with unreadable chunks: 400, once', async () => {
    const reply = await exchange(
      `POST /v1/causes HTTP/1.1\r\nHost: ${host()}\r\nX-API-Key: ${partner.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n`,
    );
    expectProblem(reply, 400, 'validation_failed');
    expect(reply.text.match(/HTTP\/1\.1/g)).toBeNull();
  });

  test('a body with unreadable chunks, after the request was refused: one response', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(`POST /v1/causes HTTP/1.1\r\nHost: ${host()}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    await expect.poll(() => text).toContain('}');
    socket.write('nonsense\r\n');
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('the service still works', async () => {
    await exchange('nonsense\r\n\r\n');
    expect((await service.call('/healthz')).status).toBe(200);
  });
});

test.each([
  ['no host', 'GET /healthz HTTP/1.0'],
  ['no host, and no body wanted', 'HEAD /healthz HTTP/1.0'],
  ['an empty host', 'GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close'],
  ['a host that makes no URL', 'GET /healthz HTTP/1.1\r\nHost: web 1\r\nConnection: close'],
])('a balancer that names %s finds the server healthy', async (_what, head) => {
  const { status, text } = await exchange(`${head}\r\n\r\n`);
  expect([status, text]).toEqual([200, head.startsWith('HEAD') ? '' : '{"status":"ok"}']);
});

describe('a request that does not arrive in time', () => {
  let door: Server;
  beforeAll(async () => {
    door = createHttpServer(env(), (_, response) => void response.end());
    expect([door.headersTimeout, door.requestTimeout]).toEqual([20_000, 60_000]);
    // Shorter limits, so that the test does not take as long.
    Object.assign(door, { headersTimeout: 100, requestTimeout: 500 });
    await once(door.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => void door.close());

  /** All responses to these bytes until the service closes the connection. */
  async function answers(...bytes: string[]): Promise<string> {
    const socket = connect((door.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(bytes.join('\r\n'));
    await once(socket, 'close');
    return text;
  }
  const head = (key: string) => [
    'POST /v1/causes HTTP/1.1',
    `Host: ${host()}`,
    `X-API-Key: ${key}`,
    'Content-Type: application/json',
  ];

  test.each<[string, () => string[]]>([
    ['a head', () => ['GET /v1/causes/a HTTP/1.1', `Host: ${host()}`, 'X: ']],
    ['a body', () => [...head(partner.key), 'Content-Length: 100', '', '{"title":']],
    ['the next chunk of a body', () => [...head(partner.key), 'Transfer-Encoding: chunked', '', '1', '{', '']],
  ])('%s: 408 with a problem document, once', async (_, bytes) => {
    const text = await answers(...bytes());
    expect(text).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(text).toContain('"code":"validation_failed"');
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('the body of a refused request: the connection ends without another response', async () => {
    const text = await answers(...head('unknown'), 'Content-Length: 100', '', '{');
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('targets', () => {
  let linkPath: string;
  let other: Partner;
  beforeAll(async () => {
    linkPath = `/v1/checkout_links/${(await createSample(service, partner)).linkId}`;
    other = await createPartner();
  });
  const read = async (target: string, key = partner.key) =>
    rawRequest(service.url, [`GET ${target} HTTP/1.1`, `X-API-Key: ${key}`]);

  test.each<[string, () => string]>([
    ['two slashes', () => `/${linkPath}`],
    ['many slashes', () => `////${linkPath}?a=b`],
    ['an address of ours', () => service.url + linkPath],
    ['an address of ours, in upper case', () => service.url.toUpperCase() + linkPath],
    ['an address of ours with two slashes', () => `${service.url}/${linkPath}`],
  ])('%s before the path: the API answers', async (_, target) => {
    const reply = await read(target());
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toMatchObject({ object: 'checkout_link' });
    const refused = await read(target(), other.key);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'checkout_link_not_found', instance: linkPath });
  });

  test('our own URL without a path is the root', async () => {
    expect((await read(`${service.url}?a=b`)).status).toBe((await read('/')).status);
  });

  test.each(['http://elsewhere.example/v1/causes', 'http://user@elsewhere.example/', 'https://[/'])(
    '%s is another host: 404',
    async (target) => {
      const { status, head, body } = await read(target);
      expect({ status, code: JSON.parse(body).code }).toEqual({ status: 404, code: 'not_found' });
      expect(head + body).not.toContain('elsewhere');
    },
  );

  test('OPTIONS * lists the supported methods; no other method accepts *', async () => {
    const options = await rawRequest(service.url, ['OPTIONS * HTTP/1.1']);
    expect(options.status).toBe(204);
    expect(options.head).toContain('Allow: GET, HEAD, POST, OPTIONS');
    expect((await rawRequest(service.url, ['GET * HTTP/1.1'])).status).toBe(404);
  });
});
