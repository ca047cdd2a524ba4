// @module-tag full

import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from './test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());

const log = async (query = '') => (await fetch(`${emulators.url}/control/log${query}`)).json();

/** Sends a GET request exactly as written, with any Host header. */
async function statusFor(host: string | undefined, target = '/control/log'): Promise<number> {
  const socket = connect(emulators.port, '127.0.0.1');
  const hosts = host === undefined ? [] : [`Host: ${host}`];
  socket.write([`GET ${target} HTTP/1.1`, ...hosts, 'Connection: close', '', ''].join('\r\n'));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return Number(text.split(' ')[1]);
}

test('control needs a JSON content type, which a form of another site cannot send', async () => {
  const form = await fetch(`${emulators.url}/control/reset`, {
    method: 'POST',
    body: new URLSearchParams({ a: 'b' }),
  });
  expect(form.status).toBe(415);
  const preflight = await fetch(`${emulators.url}/control/reset`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

const PRIVATE = ['/', '/control/log', '/control/clock', '/mailbox', '/mailbox.json'];

test.each([
  'attacker.example',
  'attacker.example:3001',
  'localhost.attacker.example',
  '127.0.0.1.attacker.example',
  'attacker-localhost',
  '[::2]:3001',
  '10.0.0.1',
  '192.168.0.9:3001',
  '0.0.0.0',
])('neither control nor the mailbox answers under the name %s', async (host) => {
  for (const path of PRIVATE) expect([path, await statusFor(host, path)]).toEqual([path, 403]);
});

test.each(['localhost', 'LOCALHOST:3001', 'give.localhost', '127.0.0.1', '127.0.0.1:80', '[::1]', '[::1]:3001'])(
  'control and the mailbox answer under the name %s',
  async (host) => {
    for (const path of PRIVATE) expect([path, await statusFor(host, path)]).toEqual([path, 200]);
  },
);

test('an absolute request target must name this machine too', async () => {
  expect(await statusFor('localhost', 'http://attacker.example/mailbox.json')).toBe(403);
  expect(await statusFor('attacker.example', 'http://localhost/mailbox.json')).toBe(403);
  expect(await statusFor('localhost', 'http://localhost/mailbox.json')).toBe(200);
});

test('a gateway answers under any name, as a demonstration is opened by', async () => {
  expect(await statusFor('give.example', '/v3/')).not.toBe(403);
});

test('a wrong call is answered with a message', async () => {
  await expect(emulators.control('nobody/reset')).rejects.toThrow('Unknown control');
  await expect(emulators.control('clock', { advanceMs: -1 })).rejects.toThrow('advanceMs');
});

test.each(['card', 'payment_method_data[card]'])(
  'the log shows a request with %s, without secrets or card data',
  async (card) => {
    await emulators.control('reset');
    await fetch(`${emulators.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_emulator_top_secret' },
      body: new URLSearchParams({
        [`${card}[number]`]: '4242424242424242',
        [`${card}[cvc]`]: '987',
        note: 'seen',
      }),
    });
    const entries = await log('?emulator=stripe&method=POST');
    expect(entries).toMatchObject([{ path: '/v1/payment_intents', status: 400 }]);
    const text = JSON.stringify(entries);
    expect(text).toContain('note=seen');
    for (const secret of ['4242424242424242', '987', 'top_secret']) expect(text).not.toContain(secret);
  },
);

test('ids repeat after the same seed', async () => {
  const make = async () => {
    await emulators.control('ids', { seed: 'a' });
    return (await emulators.stripe().paymentIntents.create({ amount: 500, currency: 'usd' })).id;
  };
  const first = await make();
  expect(await make()).toBe(first);
  await emulators.control('ids', { seed: null });
});

test('reset forgets objects, mails, time and switches of all emulators', async () => {
  await emulators.stripe().paymentIntents.create({ amount: 500, currency: 'usd' });
  await emulators.control('clock', { advanceMs: 3_600_000 });
  await emulators.control('stripe/gateway_down');
  await emulators.control('reset');
  expect((await emulators.stripe().paymentIntents.list()).data).toEqual([]);
  expect(emulators.context.clock.offsetMs()).toBe(0);
});

test('the first page explains what runs here', async () => {
  const response = await fetch(`${emulators.url}/`);
  expect(await response.text()).toContain('This is a simulator');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});
