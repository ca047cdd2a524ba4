import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '../../lib/db.ts';
import { publishedCause } from '../../testing/factories.ts';
import { runningService } from '../../testing/running-service.ts';
import { runs } from '../../testing/runs.ts';
import { createClient } from './client.ts';

const CALLS = runs(96, 10_000);
/** So many calls create a cause once, the others mint links. */
const CAUSE_EVERY = runs(12, 50);
const AT_ONCE = 64;
/** The client gives up an attempt after so many milliseconds. */
const ATTEMPT_MS = 3_000;

const { service, partner } = runningService();

/** What the network does to a request. `work` sends it to the service, and resolves to the answer. */
type Fault = (work: () => Promise<Answer>, request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

const unavailable = (response: ServerResponse, retryAfter?: string) => {
  const headers = { 'Content-Type': 'text/html', ...(retryAfter ? { 'Retry-After': retryAfter } : {}) };
  response.writeHead(503, headers).end('<h1>Service Unavailable</h1>');
};

/** Most happen when the service has done the work: then a repetition without its key would do it twice. */
const FAULTS: Record<string, Fault> = {
  'reset before the service': async (_, request) => void request.socket.destroy(),
  'reset after the service': async (work, request) => {
    await work();
    request.socket.destroy();
  },
  'reset within the answer': async (work, request, response) => {
    const { status, headers, body } = await work();
    response.writeHead(status, headers);
    response.write(body.slice(0, body.length / 2), () => request.socket.destroy());
  },
  'no answer, and no work': async () => {},
  'no answer after the work': async (work) => void (await work()),
  '503 before the service': async (_, __, response) => unavailable(response),
  '503 with Retry-After': async (_, __, response) => unavailable(response, '1'),
  '503 after the service': async (work, _, response) => {
    await work();
    unavailable(response);
  },
  'sent twice at the same time': async (work, _, response) => {
    const [{ status, headers, body }] = await Promise.all([work(), work()]);
    response.writeHead(status, headers).end(body);
  },
};
const NAMES = Object.keys(FAULTS);
/** Faults that let the client wait are rarer among many calls, so that the test is not mostly waiting. */
const SLOW = /^no answer|Retry-After/;
const SLOW_SHARE = runs(1, 0.15);
const happened = new Map<string, number>();

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomNumbers(45);

/** The fault of the next request; undefined for two of three. */
function nextFault(): string | undefined {
  if (random() > 0.35) return undefined;
  const name = NAMES[Math.floor(random() * NAMES.length)] ?? '';
  return SLOW.test(name) && random() > SLOW_SHARE ? NAMES[1] : name;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const work = () => answerOf(request, body);
  const fault = nextFault();
  if (fault) happened.set(fault, (happened.get(fault) ?? 0) + 1);
  if (fault) return FAULTS[fault]?.(work, request, response);
  const answer = await work();
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

function answerOf({ method, url = '', headers }: IncomingMessage, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = forward(new URL(url, service.url), { method, headers }, async (reply) => {
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: await text(reply) });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

let proxy: Server;
beforeAll(async () => {
  // A client that has gone away is one of the faults.
  proxy = createServer((request, response) => void serve(request, response).catch(() => request.socket.destroy()));
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

test(`${CALLS} calls through resets, timeouts and 503s make not one duplicate`, {
  timeout: 600_000,
}, async () => {
  const cause = await publishedCause(service, partner);
  const client = createClient({
    apiKey: partner.key,
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    maxRetries: 50,
    attemptTimeoutMs: ATTEMPT_MS,
  });
  const links = new Map<string, string>();
  const causes = new Map<string, string>();

  async function call(number: number): Promise<void> {
    const external_reference = `order-${number}`;
    if (number % CAUSE_EVERY === 0) {
      const { key } = await client.causes.create({
        ...causeInput,
        title: `Cause ${number}`,
        external_reference,
      });
      causes.set(external_reference, key);
    } else {
      const { id } = await client.checkoutLinks.create({
        cause,
        amount: 50,
        currency: 'USD',
        external_reference,
      });
      links.set(external_reference, id);
    }
  }
  let next = 0;
  const worker = async () => {
    while (next < CALLS) await call(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  const written = {
    links: await db().checkoutLink.findMany({ select: { id: true, externalReference: true } }),
    causes: await db().cause.findMany({
      select: { key: true, externalReference: true },
      where: { externalReference: { startsWith: 'order-' } },
    }),
  };
  expect(links.size + causes.size).toBe(CALLS);
  expect(written.links).toHaveLength(links.size);
  expect(written.causes).toHaveLength(causes.size);
  for (const { id, externalReference } of written.links) expect(links.get(externalReference ?? '')).toBe(id);
  for (const { key, externalReference } of written.causes) expect(causes.get(externalReference ?? '')).toBe(key);
  // The network was as bad as it was meant to be.
  for (const name of NAMES) expect(happened.get(name), name).toBeGreaterThan(runs(1, 30));
});

const causeInput = {
  country: 'US',
  owner: { email: 'owner@example.org', name: 'Ana Owner' },
  terms_accepted_at: '2026-11-20T09:00:00Z',
  terms_version: '2026-01',
  terms_accepted_ip: '203.0.113.7',
  goal: { amount: 500_000, currency: 'USD' },
} as const;
