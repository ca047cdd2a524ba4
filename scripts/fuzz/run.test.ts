// @module-tag full

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openApiDocument } from '#lib/http/openapi.ts';
import type { AttackSurface, OpenApi } from './attack-surface.ts';
import { fuzz } from './run.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The answer of the server below. */
const PROBLEM = JSON.stringify({
  type: 'http://localhost:3000/docs/errors/validation_failed',
  title: 'The request is not valid',
  status: 400,
  code: 'validation_failed',
  detail: 'No.',
  instance: '/',
  errors: [{ field: '', message: 'no' }],
});
const HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Content-Type': 'application/problem+json' };

/** A small attack surface: a server that refuses every request, and answers 500 where `seen` says `broken`. */
async function surfaceOf(seen: (line: string, body: string) => { broken: boolean }): Promise<AttackSurface> {
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
    baseUrl,
    openApi,
    key: 'cause_live_1',
    cause: 'roofs',
    links: ['chl_1'],
    sessions: { nobody: '', creator: 'session=1', staff: 'session=2' },
    pages: [{ path: '/docs?lang=en', role: 'nobody' }],
    forms: [{ form: { action: '/send', fields: [['name', 'value']] }, role: 'staff' }],
  };
}

test('a planted error is found, and its request is shrunk', async () => {
  const surface = await surfaceOf((line, body) => ({
    broken: line === 'POST /send' && body.includes('%00'),
  }));
  const { findings } = await fuzz(surface, { seed: 1, requests: 3000 });
  expect(findings.map(({ message }) => message)).toEqual(['POST /send: The service answered 500.']);
  expect(findings[0]?.curl).toMatch(/x-www-form-urlencoded' --data-binary \S{0,20}%00\S{0,5} http/);
});

test('the same seed sends the same requests', async () => {
  const runs: string[][] = [[], []];
  for (const lines of runs) {
    const surface = await surfaceOf((line) => {
      lines.push(line);
      return { broken: false };
    });
    await fuzz(surface, { seed: 5, requests: 80 });
  }
  expect(runs[0]?.sort()).toEqual(runs[1]?.sort());
  expect(new Set(runs[0]).size).toBeGreaterThan(10);
});
