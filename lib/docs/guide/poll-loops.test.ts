// @module-tag full

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { intentOf, pay } from '#testing/factories.ts';
import { runNode, runPython, runScript } from '#testing/run-code.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { nodeLoop, pollLoops } from './poll-loops.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
const folder = mkdtempSync(join(tmpdir(), 'poll-loops-'));

/** The first wait in these tests, in seconds. */
const WAIT = 0.01;

type Loop = (baseUrl: string, link: string) => Promise<{ status?: string; refused?: string }>;

/** Where the loop of the shell notes its waits, in place of waiting. */
const WAITS = join(folder, 'waits');
mkdirSync(join(folder, 'bin'));
writeFileSync(join(folder, 'bin', 'sleep'), '#!/bin/sh\necho "$1" >> "$WAITS"\n', { mode: 0o755 });

const shellLoop: Loop = async (baseUrl, link) => {
  const sample = pollLoops(baseUrl).find(({ kind }) => kind === 'curl');
  rmSync(WAITS, { force: true });
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
  const { stdout } = await runScript(sample?.code ?? '', { KEY: partner.key, LINK: link, WAITS, PATH }, folder);
  const body = JSON.parse(stdout);
  return body.code ? { refused: body.code } : body;
};

/** Runs a loop as it is printed, saved as a module. */
const LOOPS: Record<string, Loop> = {
  Node: async (baseUrl, link) => {
    const file = join(folder, 'poll.mjs');
    writeFileSync(file, nodeLoop(baseUrl));
    const { stdout } = await runNode(
      `import { waitUntilEnded } from ${JSON.stringify(file)};
       const say = (value) => console.log(JSON.stringify(value));
       await waitUntilEnded(${JSON.stringify(link)}, { wait: ${WAIT} })
         .then(say, (error) => say({ refused: error.message }));`,
      { KEY: partner.key },
      folder,
    );
    return JSON.parse(stdout);
  },
  Python: async (baseUrl, link) => {
    const sample = pollLoops(baseUrl).find(({ kind }) => kind === 'python');
    writeFileSync(join(folder, 'poll_link.py'), sample?.code ?? '');
    const { stdout } = await runPython(
      `import json
from poll_link import wait_until_ended
try:
    print(json.dumps(wait_until_ended(${JSON.stringify(link)}, wait=${WAIT})))
except RuntimeError as error:
    print(json.dumps({"refused": str(error)}))`,
      { KEY: partner.key },
      folder,
    );
    return JSON.parse(stdout);
  },
};

type Step = (request: IncomingMessage, response: ServerResponse) => void;

/** A service that answers each read with the next step. Returns the `If-None-Match` of every request, and all paths. */
async function scripted<Result>(steps: Step[], use: (baseUrl: string) => Promise<Result>) {
  const seen: (string | undefined)[] = [];
  const paths = new Set<string | undefined>();
  const server = createServer((request, response) => {
    seen.push(request.headers['if-none-match']);
    paths.add(request.url);
    const step = steps.shift();
    if (step) step(request, response);
    else response.writeHead(500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const result = await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return { result, seen, paths: [...paths], left: steps.length };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const answer =
  (status: number, body: object | string, headers: Record<string, string> = {}): Step =>
  (_, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const hangUp: Step = (request) => request.socket.destroy();
const waiting = { 'Retry-After': '0' };
/** What proxies answer themselves, and a request that was cut off on its way: none of it is about the link. */
const ofProxies = [
  answer(408, { code: 'validation_failed', detail: 'The request was not complete in time.' }),
  answer(403, '<html>Blocked</html>'),
  answer(404, { message: 'no Route matched' }),
  answer(429, '<html>Slow down</html>', { 'Retry-After': 'Wed, 25 Nov 2026 07:28:00 GMT' }),
  answer(500, 'null'),
  answer(503, { message: 'no healthy upstream', code: 'unavailable' }, { 'Retry-After': 'soon' }),
  answer(200, '["hello"]'),
  answer(302, '', { Location: '/sign-in-to-this-network' }),
];

describe.each(Object.entries({ ...LOOPS, 'a plain shell': shellLoop }))('the poll loop in %s', (_, loop) => {
  test('ends with a paid link', async () => {
    const { id } = await newLink();
    await pay(service, await intentOf(service, id));
    const ended = await loop(service.url, id);
    expect(ended).toMatchObject({ id, status: 'completed', amount_paid: 50 });
  });

  test('ends with the code where another read cannot help', async () => {
    const { refused } = await loop(service.url, 'chl_none');
    expect(refused).toContain('checkout_link_not_found');
  });
});

describe.each(Object.entries(LOOPS))('the poll loop in %s', (_, loop) => {
  test('outlasts everything that passes, and sends the last ETag', async () => {
    const steps = [
      hangUp,
      answer(502, '<html>Bad gateway</html>'),
      answer(200, { status: 'open' }, { ETag: '"a"' }),
      answer(304, ''),
      answer(429, { code: 'rate_limit_exceeded', detail: '' }, waiting),
      answer(503, { code: 'internal_error', detail: '' }, waiting),
      ...ofProxies,
      answer(200, { status: 'open' }, { ETag: '"b"' }),
      answer(200, { status: 'expired' }, { ETag: '"c"' }),
    ];
    const { result, seen, paths, left } = await scripted(steps, (baseUrl) => loop(baseUrl, 'chl_a'));
    expect(result).toEqual({ status: 'expired' });
    expect(left).toBe(0);
    expect(paths).toEqual(['/v1/checkout_links/chl_a']);
    const whileOpen = Array.from({ length: 4 + ofProxies.length }, () => '"a"');
    expect(seen).toEqual([undefined, undefined, undefined, ...whileOpen, '"b"']);
  });
});

describe('the poll loop in a plain shell', () => {
  test('outlasts everything that passes', async () => {
    const steps = [
      hangUp,
      answer(502, '<html>Bad gateway</html>'),
      answer(200, '<html>Please sign in to this network</html>'),
      answer(200, { id: 'chl_a', status: 'open' }),
      answer(429, { code: 'rate_limit_exceeded', detail: '' }, waiting),
      answer(503, { code: 'internal_error', detail: '' }, waiting),
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'Content-Length': 1000 }).write('{"status":"completed"', () => response.destroy());
      },
      ...ofProxies,
      answer(200, { id: 'chl_a', status: 'expired' }),
    ];
    const { result, left } = await scripted(steps, (baseUrl) => shellLoop(baseUrl, 'chl_a'));
    expect(result).toEqual({ id: 'chl_a', status: 'expired' });
    expect(left).toBe(0);
    // No wait shorter than a rate limit asks for, and each longer than the one before.
    const longest = Array.from({ length: 4 + ofProxies.length }, () => '60');
    expect(readFileSync(WAITS, 'utf8').split('\n')).toEqual(['10', '20', '40', ...longest, '']);
  });

  test('is not misled by a status in the metadata', async () => {
    const sly = { status: 'open', note: 'a } and "status":"open"} \\', '}': '{"status":"expired"' };
    const paid = { metadata: sly, status: 'completed' };
    const open = { metadata: { ...sly, status: 'completed' }, status: 'open', email: 'a@b.example' };
    const steps = [answer(200, open), answer(200, paid)];
    const { result, left } = await scripted(steps, (baseUrl) => shellLoop(baseUrl, 'chl_a'));
    expect(result).toEqual(paid);
    expect(left).toBe(0);
  });
});
