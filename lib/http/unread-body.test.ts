import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPartner } from '#testing/factories.ts';
import { createSample, KEYED, type Sample, validCall } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService({
  RATE_LIMIT_CLIENT_PER_10S: '100',
  RATE_LIMIT_WINDOW_SECONDS: '3600',
});
const UNKNOWN_KEY = `cause_live_${'x'.repeat(32)}`;
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const CREATING = KEYED.filter(({ body }) => body !== undefined);

let sample: Sample;
let forbidden: Record<'allowlist' | 'permission', string>;
beforeAll(async () => {
  sample = await createSample(service, partner);
  forbidden = {
    allowlist: (await createPartner({ allowedIps: ['203.0.113.1'] })).key,
    permission: (await createPartner({ permissions: [] })).key,
  };
});

/** The response to the head of a request whose body is never sent. */
async function answersTo(first: string, ...headers: string[]): Promise<string> {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  const answered = Promise.withResolvers<void>();
  socket.on('data', (chunk) => {
    text += chunk;
    if (isComplete(text)) answered.resolve();
  });
  socket.on('close', () => answered.resolve());
  const type = headers.some((line) => line.startsWith('Content-Type')) ? [] : ['Content-Type: application/json'];
  socket.write([first, `Host: ${host}`, ...type, 'Content-Length: 1000', ...headers, '', ''].join('\r\n'));
  await answered.promise;
  socket.destroy();
  return text;
}

function isComplete(text: string): boolean {
  const [head, body] = text.replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n', 2);
  const length = /content-length: (\d+)/i.exec(head ?? '')?.[1];
  return length !== undefined && Buffer.byteLength(body ?? '') >= Number(length);
}

describe.each(CREATING)('$method $path', (contract) => {
  const first = `POST ${contract.path} HTTP/1.1`;

  test.each<[string, number, () => string[]]>([
    ['without a key', 401, () => []],
    ['with an unknown key', 401, () => [`X-API-Key: ${UNKNOWN_KEY}`]],
    ['from outside the key’s allowlist', 403, () => [`X-API-Key: ${forbidden.allowlist}`]],
    ['without the permission', 403, () => [`X-API-Key: ${forbidden.permission}`]],
    ['of another media type', 415, () => [`X-API-Key: ${partner.key}`, 'Content-Type: text/plain']],
  ])('a request %s is answered %i before its body arrives, without asking for it', async (_, status, lines) => {
    for (const expectation of [[], ['Expect: 100-continue']])
      expect(await answersTo(first, ...lines(), ...expectation)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('so is one over the limit of its client', async () => {
    const { key } = await createPartner();
    for (let i = 0; i < 100; i++) await service.call('/v1/causes/none', { key });
    const answers = await answersTo(first, `X-API-Key: ${key}`, 'Expect: 100-continue');
    expect(answers).toMatch(/^HTTP\/1.1 429 /);
  });

  test('a client that sends Expect gets 100 Continue once the body is needed', async () => {
    const body = JSON.stringify(validCall(contract, sample).body);
    const { interim, answer } = await ask(first, body, [`X-API-Key: ${partner.key}`]);
    expect(interim).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 201 /);
  });
});

test('so does the sender of a page’s action', async () => {
  const body = JSON.stringify({ ref: sample.linkId });
  const { interim, answer } = await ask('POST /checkout/confirmation HTTP/1.1', body, []);
  expect(interim).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
});

/** Sends a body after 100 Continue: returns what came before, and the beginning of the response. */
async function ask(first: string, body: string, lines: string[]): Promise<{ interim: string; answer: string }> {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const headers = [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${body.length}`, ...lines];
  socket.write([first, ...headers, 'Expect: 100-continue', '', ''].join('\r\n'));
  const [interim] = await once(socket, 'data');
  socket.write(body);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return { interim: String(interim), answer: String(answer) };
}

describe('a client that is still sending', () => {
  /** Sends a request with its whole body. Resolves to the response, read to its end, and the port it was sent from. */
  const send = async (agent: Agent, method: string, path: string, body: Buffer, headers: Record<string, string>) => {
    const outgoing = request(service.url + path, { method, agent, headers: { 'x-api-key': partner.key, ...headers } });
    outgoing.end(body);
    const [answer]: IncomingMessage[] = await once(outgoing, 'response');
    const port = answer?.socket.localPort;
    if (answer) await once(answer.resume(), 'end');
    return { status: answer?.statusCode, connection: answer?.headers.connection, port };
  };
  const body = Buffer.alloc(8 * 1024 * 1024, 'x');
  const length = { 'content-length': String(body.length) };

  test.each<[string, number, Record<string, string>]>([
    ['an unknown key', 401, { 'x-api-key': UNKNOWN_KEY }],
    ['another media type', 415, { 'content-type': 'text/plain' }],
    ['too large a body', 400, { 'content-type': 'application/json' }],
  ])('gets the response to %s, and can reuse the connection', async (_, status, headers) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await send(agent, 'POST', '/v1/causes', body, { ...length, ...headers });
    expect(refused.status).toBe(status);
    const next = await send(agent, 'GET', `/v1/causes/${sample.causeKey}`, Buffer.alloc(0), {});
    expect(next).toMatchObject({ status: 200, port: refused.port });
    agent.destroy();
  });

  // Closing it at once could take back the response: the system drops what was sent when bytes arrive that nobody reads.
  test.each<[string, number, string, Record<string, string>]>([
    ['an event without a signature', 400, '/webhooks/stripe', { 'content-type': 'application/json' }],
    ['an event of an unknown gateway', 404, '/webhooks/none', { 'content-type': 'application/json' }],
    ['too large an event', 400, '/webhooks/stripe', { 'stripe-signature': 't=1,v1=0' }],
    ['a form from elsewhere', 403, '/sign-in/request', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form of another media type', 415, '/sign-in/request', { ...OWN_PAGE, 'content-type': 'text/plain' }],
    ['too large a form', 400, '/sign-in/request', { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' }],
    ['too large an action of a page', 400, '/checkout/confirmation', { 'content-type': 'application/json' }],
  ])('gets the response to %s on a connection that stays open', async (_, status, path, headers) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await send(agent, 'POST', path, body, { ...length, ...headers });
    expect(refused).toMatchObject({ status, connection: 'keep-alive' });
    agent.destroy();
  });

  test('and what it sends after a refusal is not read as a request', async () => {
    const { hostname, port, host } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const smuggled = `GET /v1/causes/${sample.causeKey} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${partner.key}\r\n\r\n`;
    socket.write(
      `POST /v1/causes HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}` +
        `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, 'close');
    expect([...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200']);
  });
});
