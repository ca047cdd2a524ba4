import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadEnv } from '#lib/env.ts';
import { createHttpServer } from '#server.ts';
import { appFiles } from '#testing/app-tree.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { allowedMethods } from './routes.ts';

/** This process: a deployment of which only server.ts's handlers are needed. */
Object.assign(process.env, { LOG_LEVEL: 'silent' });

const asked: string[] = [];
const door = createHttpServer(loadEnv({}), (request, response) => {
  asked.push(`${request.method} ${request.url}`);
  // As Next does at its first page, in production too: it closes a connection that asks for another protocol.
  if (door.listenerCount('upgrade') === 0) door.on('upgrade', (_request, socket) => socket.end());
  response.end('page');
});
let url: string;
beforeAll(async () => {
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
});
afterAll(() => void door.close());

/** The response to a request line, and the paths that the pages received. */
async function ask(line: string, headers: string[] = []) {
  asked.length = 0;
  const reply = await rawRequest(url, [`${line} HTTP/1.1`, ...headers]);
  return { ...reply, asked: asked[0] };
}

test('the table of methods agrees with pages and routes', () => {
  const files = appFiles().filter(({ file }) => !file.startsWith('app/v1/'));
  expect(files.length).toBeGreaterThan(50);
  for (const { file, methods } of files) {
    const path = file.replace(/^app|\/(page\.tsx|route\.ts)$/g, '').replaceAll(/[[\]]/g, '') || '/';
    expect([file, allowedMethods(path)]).toEqual([file, methods.includes('POST') ? ['POST'] : ['GET', 'HEAD']]);
  }
});

test.each(['/', '/checkout?ref=chl_1', '/dashboard', '/healthz', '/openapi.json', '/nowhere', '/favicon.svg'])(
  'only GET and HEAD read %s: another method is 405 with Allow, and reaches no page',
  async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
      const { status, head, body, asked } = await ask(`${method} ${path}`, ['Next-Action: x']);
      expect([method, status, asked]).toEqual([method, 405, undefined]);
      expect(head).toContain('Allow: GET, HEAD\r\n');
      expect(JSON.parse(body)).toMatchObject({ code: 'not_found', instance: path.split('?')[0] });
    }
    if (path !== '/healthz') expect((await ask(`HEAD ${path}`)).asked).toBe(`HEAD ${path}`);
  },
);

test.each(['/\\?lang=pt', '/\\', '/\\:x', '/\\@x:99999/', '/\\example.org', '/[', '/?lang=%'])(
  'GET %s reaches the pages: no address that a client can write breaks the request',
  async (path) => {
    expect(await ask(`GET ${path}`)).toMatchObject({ status: 200, asked: `GET ${path}` });
  },
);

test.each([
  '/sign-in/verify',
  '/dashboard/actions/cause.edit',
  '/checkout/donation',
  '/checkout/receipt',
  '/c/a/give',
  '/webhooks/stripe',
])('%s only accepts POST', async (path) => {
  for (const method of ['GET', 'HEAD', 'PUT', 'TRACE']) {
    const { status, head, asked } = await ask(`${method} ${path}`);
    expect([method, status, asked]).toEqual([method, 405, undefined]);
    expect(head).toContain('Allow: POST\r\n');
  }
  expect((await ask(`POST ${path}`)).asked).toBe(`POST ${path}`);
});

test.each(['/webhooks/stripe/', '/webhooks/', '/webhooks/stripe/more'])(
  'an event at %s finds nothing there',
  async (path) => {
    const { status, head, body, asked } = await ask(`POST ${path}`);
    expect([status, asked]).toEqual([404, undefined]);
    expect(head).not.toContain('Allow:');
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found', instance: path });
  },
);

test('a tunnel through this service is refused', async () => {
  const { status, head, asked } = await ask('CONNECT elsewhere.example:443');
  expect([status, asked]).toEqual([405, undefined]);
  expect(head).toContain('Allow: GET, HEAD, POST');
});

test('a request to upgrade the protocol is ignored', async () => {
  for (const wish of ['websocket', 'h2c', 'websocket']) {
    const { status, body } = await ask('GET /docs', [`Upgrade: ${wish}`, 'Connection: Upgrade']);
    expect([status, body]).toEqual([200, expect.stringContaining('page')]);
  }
});

test.each([
  'RSC: 1',
  'Next-Router-State-Tree: x',
  'Next-Router-State-Tree: %',
  'Next-Router-Prefetch: 1',
  'Next-Router-Segment-Prefetch: /_tree',
  'Next-Url: /%',
  'Next-Action: x',
  'Next-Hmr-Refresh: 1',
  'next-resume: 1',
  'NEXT-ROUTER-STATE-TREE:',
])('%s, which no page of ours sends, is 400 and reaches no page', async (header) => {
  for (const line of ['GET /checkout?ref=chl_1', 'GET /nowhere', 'POST /dashboard/actions/cause.edit']) {
    const { status, body, asked } = await ask(line, [header]);
    expect([status, asked]).toEqual([400, undefined]);
    expect(JSON.parse(body)).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: header.split(':')[0]?.toLowerCase() }],
    });
  }
});

test.each([
  '/%00',
  '/dashboard/staff/payments/%00',
  '/c/a%00b',
  '/%',
  '/c/%ff',
  '/c/%ed%a0%80',
  '/c/%E0%A4%A',
  '/dashboard/..//evil.example',
  '/dashboard/%2e%2e/docs',
  '/./docs',
  '/docs/..',
  '/c/..%2fdocs',
  '/a\\..\\b',
  '/_next/image',
  '/_next/image?url=%2Ffavicon.svg&w=64&q=75',
  '/%5fnext/image',
  '/_global-error',
  '/_error',
])('%s does not exist', async (path) => {
  expect((await ask(`GET ${path}`)).asked).toBe('GET /not-found');
});

test.each([
  ['/%63heckout?ref=%63', '/checkout?ref=%63'],
  ['/c/caf%c3%a9%2Fb', '/c/caf%c3%a9%2Fb'],
  ['/_next/static/chunks/a.js', '/_next/static/chunks/a.js'],
  ['/c/a..b/.well', '/c/a..b/.well'],
])('%s reaches the pages as %s', async (path, target) => {
  expect((await ask(`GET ${path}`)).asked).toBe(`GET ${target}`);
});

test('a path of the API is one in any encoding', async () => {
  const { status, body, asked } = await ask('GET /%76%31/unknown');
  expect([status, asked]).toEqual([404, undefined]);
  expect(JSON.parse(body)).toMatchObject({ code: 'not_found', instance: '/v1/unknown' });
});
