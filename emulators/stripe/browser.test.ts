// @module-tag full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
beforeEach(() => emulators.control('reset'));
afterAll(() => emulators.close());

const create = () =>
  emulators.stripe().paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { checkout_link: 'chl_secret' },
  });

const publishable = (id: string, params: Record<string, string>) =>
  fetch(`${emulators.url}/v1/payment_intents/${id}?${new URLSearchParams({ key: 'pk_test_emulator', ...params })}`, {
    headers: { origin: 'https://shop.example' },
  });

test('with a publishable key and the client secret a browser gets the intent, without metadata', async () => {
  const { id, client_secret: secret } = await create();
  const response = await publishable(id, { client_secret: secret ?? '' });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const body = await response.json();
  expect(body).toMatchObject({ id, status: 'requires_payment_method', client_secret: secret });
  expect(JSON.stringify(body)).not.toContain('chl_secret');
});

test('without the client secret, or with a wrong one, it sees nothing', async () => {
  const { id } = await create();
  for (const params of [{}, { client_secret: `${id}_secret_wrong` }] as Record<string, string>[]) {
    const response = await publishable(id, params);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'client_secret' } });
  }
});

test('the error of a decline is redacted for the browser as well', async () => {
  const { id, client_secret: secret } = await create();
  const response = await fetch(`${emulators.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'pk_test_emulator',
      client_secret: secret ?? '',
      payment_method: 'pm_card_chargeDeclined',
    }),
  });
  const text = await response.text();
  expect(response.status).toBe(402);
  expect(JSON.parse(text).error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' });
  expect(text).not.toContain('chl_secret');
});

test('a browser’s preflight request is answered', async () => {
  const response = await fetch(`${emulators.url}/v1/payment_intents/pi_1/confirm`, { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-methods')).toContain('POST');
});

test('stripe.js is one classic script that defines Stripe at once, in the version of the release train', async () => {
  const script = await (await fetch(`${emulators.url}/emu/stripe.js`)).text();
  const window: { Stripe?: { (key: string): Record<string, unknown>; version: string } } = {};
  const page = {
    window,
    location: { href: 'http://shop.example/', origin: 'http://shop.example' },
    document: { currentScript: { src: `${emulators.url}/emu/stripe.js` } },
    navigator: { language: 'es-CO' },
  };
  new Function(...Object.keys(page), script)(...Object.values(page));
  expect(window.Stripe?.version).toBe('endive');
  const stripe = window.Stripe?.('pk_test_emulator') ?? {};
  // react-stripe-js checks for these functions before it accepts an object as Stripe.
  for (const name of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment', 'confirmPayment']) {
    expect(typeof stripe[name]).toBe('function');
  }
  expect(() => window.Stripe?.('sk_test_emulator')).toThrow('secret key');
  expect(() => window.Stripe?.('pk_live_x')).toThrow('test keys only');
});

test('the Payment Element is a frame with a strict policy and the fields number, expiry and cvc', async () => {
  const response = await fetch(`${emulators.url}/emu/elements/payment`);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`frame-ancestors 'self' ${emulators.context.appUrl}`);
  expect(policy).not.toContain('unsafe');
  const html = await response.text();
  for (const name of ['number', 'expiry', 'cvc']) expect(html).toContain(`name="${name}"`);
  const assets = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path);
  for (const path of assets) expect((await fetch(`${emulators.url}${path}`)).status).toBe(200);
});

test('a wallet is offered where control says so; its card pays or is declined, and the charge names it', async () => {
  const session = `${emulators.url}/emu/elements/session?key=pk_test_emulator`;
  const offered = async () => (await (await fetch(session)).json()).wallet;
  expect(await offered()).toBeNull();
  await emulators.control('stripe/wallet', { on: true, type: 'apple_pay' });
  expect(await offered()).toMatchObject({ type: 'apple_pay', email: 'wanda@example.org' });
  const confirm = async (token: string) => {
    const { id, client_secret: secret } = await create();
    const body = new URLSearchParams({
      key: 'pk_test_emulator',
      client_secret: secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': token,
    });
    await fetch(`${emulators.url}/v1/payment_intents/${id}/confirm`, { method: 'POST', body });
    return emulators.stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  };
  const paid = await confirm('tok_apple_pay');
  expect(paid).toMatchObject({
    status: 'succeeded',
    latest_charge: {
      payment_method_details: { card: { brand: 'visa', last4: '4242', wallet: { type: 'apple_pay' } } },
    },
  });
  expect((await confirm('tok_apple_pay_declined')).last_payment_error?.code).toBe('card_declined');
  expect((await confirm('tok_of_nobody')).status).toBe('requires_payment_method');
});

test('only files of the browser side are served', async () => {
  for (const path of ['sdk-stripe.js', '..%2Fcards.ts', 'frame.html', 'constructor']) {
    expect((await fetch(`${emulators.url}/emu/elements/${path}`)).status).toBe(404);
  }
});

test('the script can be broken, blocked, slow, or load without its Payment Element', async () => {
  const session = `${emulators.url}/emu/elements/session?key=pk_test_emulator`;
  await emulators.control('stripe/script', { mode: 'error' });
  expect((await fetch(`${emulators.url}/emu/stripe.js`)).status).toBe(500);
  await emulators.control('stripe/script', { mode: 'blocked' });
  await expect(fetch(`${emulators.url}/emu/stripe.js`)).rejects.toThrow(/fetch failed/);
  await emulators.control('stripe/script', { mode: 'loaderror' });
  expect((await fetch(`${emulators.url}/emu/stripe.js`)).status).toBe(200);
  expect((await fetch(session)).status).toBe(500);
  await emulators.control('stripe/script', { mode: 'slow', delayMs: 100 });
  const started = performance.now();
  await fetch(`${emulators.url}/emu/stripe.js`);
  expect(performance.now() - started).toBeGreaterThan(90);
  await emulators.control('stripe/script', { mode: 'ok' });
  expect((await fetch(session)).status).toBe(200);
});

test.each([
  ['complete', 'succeeded', 'succeeded'],
  ['fail', 'failed', 'requires_payment_method'],
])(
  'a server-side confirmation leads over the bank’s page, %s, back to return_url',
  async (outcome, redirect, status) => {
    const { id, client_secret: secret } = await create();
    const intent = await emulators.stripe().paymentIntents.confirm(id, {
      payment_method: 'pm_card_threeDSecure2Required',
      return_url: 'https://shop.example/back?order=1',
    });
    expect(intent.next_action?.type).toBe('redirect_to_url');
    const address = intent.next_action?.redirect_to_url?.url ?? '';
    const page = await (await fetch(address, { headers: { 'accept-language': 'pt-BR' } })).text();
    expect(page).toContain('Concluir a autenticação');
    for (let click = 0; click < 2; click += 1) {
      const answer = await fetch(address, {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
        redirect: 'manual',
      });
      const back = new URL(answer.headers.get('location') ?? '');
      expect(Object.fromEntries(back.searchParams)).toEqual({
        order: '1',
        payment_intent: id,
        payment_intent_client_secret: secret,
        redirect_status: redirect,
      });
    }
    expect((await emulators.stripe().paymentIntents.retrieve(id)).status).toBe(status);
  },
);

test('an outdated challenge changes nothing', async () => {
  const { id } = await create();
  const stripe = emulators.stripe();
  const waiting = await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_threeDSecure2Required',
  });
  const address = String(waiting.next_action?.use_stripe_sdk?.stripe_js);
  await stripe.paymentIntents.cancel(id);
  await fetch(address, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) });
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled');
  expect((await stripe.charges.list({ payment_intent: id })).data).toEqual([]);
});
