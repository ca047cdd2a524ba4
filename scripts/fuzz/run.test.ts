import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openApiDocument } from '#lib/http/openapi.ts';
import { fuzz } from './run.ts';
import type { OpenApi, World } from './world.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** What the server below says to whatever is not asked well. */
const PROBLEM = JSON.stringify({
  ...{ type: 'http://localhost:3000/docs/errors/validation_failed', title: 'The request is not valid' },
  ...{
    status: 400,
    code: 'validation_failed',
    detail: 'No.',
    instance: '/',
    errors: [{ field: '', message: 'no' }],
  },
});
const HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Content-Type': 'application/problem+json' };

/** As much of a world as requests are made from, around a server that says no and has one fault, if any. */
async function worldOf(seen: (line: string, body: string) => { broken: boolean }): Promise<World> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk) => (body += chunk));
    request.on('error', () => {});
    request.once('close', () => {
      const { broken } = seen(`${request.method} ${request.url}`, body);
      response.writeHead(broken ? 500 : 400, HEADERS).end(PROBLEM);
    });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const refused = [
    'HTTP/1.1 400 Bad Request',
    ...Object.entries(HEADERS).map((header) => header.join(': ')),
    '',
    PROBLEM,
  ];
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end(refused.join('\r\n'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const openApi: OpenApi = JSON.parse(
    JSON.stringify(openApiDocument({ publicBaseUrl: baseUrl, sandboxBaseUrl: baseUrl })),
  );
  return {
    ...{ baseUrl, openApi, key: 'cause_live_1', cause: 'roofs', links: ['chl_1'] },
    sessions: { nobody: '', creator: 'session=1', staff: 'session=2' },
    pages: [{ path: '/docs?lang=en', role: 'nobody' }],
    forms: [{ form: { action: '/send', fields: [['name', 'value']] }, role: 'staff' }],
  };
}

test('a fault in one place is found, and its request made as small as it can be', async () => {
  const world = await worldOf((line, body) => ({ broken: line === 'POST /send' && body.includes('%00') }));
  const { faults } = await fuzz(world, { seed: 1, requests: 3000 });
  expect(faults.map(({ said }) => said)).toEqual(['POST /send: The service answered 500.']);
  expect(faults[0]?.curl).toMatch(/x-www-form-urlencoded' --data-binary \S{0,20}%00\S{0,5} http/);
});

test('the same seed sends the same requests', async () => {
  const runs: string[][] = [[], []];
  for (const lines of runs) {
    const world = await worldOf((line) => {
      lines.push(line);
      return { broken: false };
    });
    await fuzz(world, { seed: 5, requests: 80 });
  }
  expect(runs[0]?.sort()).toEqual(runs[1]?.sort());
  expect(new Set(runs[0]).size).toBeGreaterThan(10);
});
