// @module-tag full

import { request as nodeRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from './test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());

const log = async (query = '') => (await fetch(`${emulators.url}/control/log${query}`)).json();

/** Browsers and fetch set the Host header themselves, so this uses a plain socket. */
function statusFor(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: emulators.port, path: '/control/log', headers: { host } };
    nodeRequest(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
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

test('control only answers under a name of this machine', async () => {
  expect(await statusFor('attacker.example')).toBe(403);
  expect(await statusFor('localhost')).toBe(200);
  expect(await statusFor('[::1]:3000')).toBe(200);
});

test('a wrong call is answered with a message', async () => {
  await expect(emulators.control('nobody/reset')).rejects.toThrow('Unknown control');
  await expect(emulators.control('clock', { advanceMs: -1 })).rejects.toThrow('advanceMs');
});

test('the log shows every request, without secrets or card numbers', async () => {
  await emulators.control('reset');
  await fetch(`${emulators.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_emulator_top_secret' },
    body: new URLSearchParams({ 'card[number]': '4242424242424242', 'card[cvc]': '987', note: 'seen' }),
  });
  const entries = await log('?emulator=stripe&method=POST');
  expect(entries).toMatchObject([{ path: '/v1/payment_methods', status: 400 }]);
  const text = JSON.stringify(entries);
  expect(text).toContain('note=seen');
  for (const secret of ['4242424242424242', '987', 'top_secret']) expect(text).not.toContain(secret);
});

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
