// @module-tag full

import { InvalidWebhookSignatureError, WebhookSignatureValidator } from 'mercadopago';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Received } from '../test-emulators.ts';
import { callApi, type Host, newTransfer, preferenceBody, SECRETS, startHost } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(async () => {
  await host.co.control('reset', {});
  await host.mx.control('reset', {});
  host.received.length = 0;
  host.answers.length = 0;
});
afterAll(() => host.close());

const settle = () => host.co.control('idle', {});
const actions = () => host.received.map(({ body }) => JSON.parse(body).action);

function verify({ url, headers }: Received, secret = SECRETS.co, toleranceSeconds?: number): void {
  WebhookSignatureValidator.validate({
    xSignature: headers['x-signature'],
    xRequestId: headers['x-request-id'],
    dataId: url.searchParams.get('data.id'),
    secret,
    ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
  });
}

test('reports a payment and every change of it, with a signature that the official validator accepts', async () => {
  const { id } = await newTransfer(host);
  await host.co.control('approve', { payment_id: id });
  await settle();
  expect(actions()).toEqual(['payment.created', 'payment.updated']);
  for (const received of host.received) {
    expect(received.url.pathname).toBe('/webhooks/mercado-pago-co');
    expect(received.url.searchParams.get('data.id')).toBe(String(id));
    expect(received.url.searchParams.get('type')).toBe('payment');
    expect(JSON.parse(received.body)).toMatchObject({
      type: 'payment',
      api_version: 'v1',
      live_mode: false,
      data: { id: String(id) },
    });
    expect(received.body).not.toMatch(/approved|pending/);
    verify(received, SECRETS.co, 60);
    expect(() => verify(received, SECRETS.mx)).toThrow(InvalidWebhookSignatureError);
  }
});

test('prefers the address of the payment and keeps its query', async () => {
  await newTransfer(host, { notification_url: `${host.context.appUrl}/own?source_news=webhooks` });
  await settle();
  expect(host.received[0]?.url.pathname).toBe('/own');
  expect(host.received[0]?.url.searchParams.get('source_news')).toBe('webhooks');
});

test('retries with a new signature when the application does not answer 2xx', async () => {
  host.answers.push(500);
  await newTransfer(host);
  await settle();
  host.context.clock.advance(3_600_000);
  await settle();
  const [first, second] = host.received;
  expect(host.received.length).toBeGreaterThanOrEqual(2);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['x-signature']).not.toBe(first?.headers['x-signature']);
  for (const received of host.received) verify(received);
});

test('sends nothing when switched off, as with test credentials', async () => {
  await host.co.control('webhooks', { drop: true });
  const { id } = await newTransfer(host);
  await host.co.control('approve', { payment_id: id });
  await settle();
  expect(host.received).toEqual([]);
});

test('sends late, in virtual time', async () => {
  await host.co.control('webhooks', { delayMs: 600_000 });
  await newTransfer(host);
  await settle();
  expect(host.received).toEqual([]);
  host.context.clock.advance(600_001);
  await settle();
  expect(actions()).toEqual(['payment.created']);
});

test('sends the same message several times', async () => {
  await host.co.control('webhooks', { times: 3 });
  await newTransfer(host);
  await settle();
  expect(actions()).toEqual(['payment.created', 'payment.created', 'payment.created']);
});

test.each(['wrong_secret', 'malformed', 'missing'])('sends a bad signature when switched to %s', async (signature) => {
  await host.co.control('webhooks', { signature });
  await newTransfer(host);
  await settle();
  const [received] = host.received;
  expect(received).toBeDefined();
  if (received !== undefined) expect(() => verify(received)).toThrow(InvalidWebhookSignatureError);
});

test('writes the timestamp in seconds, in milliseconds or a month ago', async () => {
  await newTransfer(host);
  await host.co.control('webhooks', { signature: 'milliseconds' });
  await newTransfer(host);
  await host.co.control('webhooks', { signature: 'old_timestamp' });
  await newTransfer(host);
  await settle();
  const stamps = host.received.map(({ headers }) => /^ts=(\d+),/.exec(headers['x-signature'] ?? '')?.[1]);
  expect(stamps.map((stamp) => stamp?.length)).toEqual([10, 13, 10]);
  const [, , old] = host.received;
  for (const received of host.received) verify(received);
  if (old !== undefined) expect(() => verify(old, SECRETS.co, 300)).toThrow(InvalidWebhookSignatureError);
});

test('adds legacy IPN posts when switched on, except where only webhooks are wanted', async () => {
  await host.mx.control('switches', { legacyIpn: 'on' });
  const preference = async (overrides = {}) => {
    const { body } = await callApi(host, 'mx', '/checkout/preferences', {
      method: 'POST',
      body: preferenceBody(overrides),
    });
    await host.mx.control('pay_preference', { preference_id: body.id });
    await host.mx.control('idle', {});
    return host.received.splice(0).map(({ url }) => url.searchParams.get('topic'));
  };
  expect(await preference()).toEqual([null, 'payment', 'merchant_order']);
  const address = `${host.context.appUrl}/mp?source_news=webhooks`;
  expect(await preference({ notification_url: address })).toEqual([null]);
  await host.mx.control('switches', { legacyIpn: 'always' });
  expect(await preference({ notification_url: address })).toEqual([null, 'payment', 'merchant_order']);
});

test('delivers before the browser is redirected when switched on', async () => {
  await host.co.control('switches', { webhookBeforeRedirect: true });
  const { id } = await newTransfer(host);
  const { body } = await callApi(host, 'co', `/v1/payments/${id}`);
  const page = new URL(body.transaction_details.external_resource_url);
  const form = new URLSearchParams({ hash: page.searchParams.get('hash') ?? '', decision: 'approve' });
  await fetch(`${page.origin}${page.pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  expect(actions()).toEqual(['payment.created', 'payment.updated']);
});

test('reports an expiry when the clock reaches it', async () => {
  await newTransfer(host);
  host.context.clock.advance(15 * 60_000);
  await settle();
  expect(actions()).toEqual(['payment.created', 'payment.updated']);
});

test('delivers again on demand, even when webhooks are switched off', async () => {
  await host.co.control('webhooks', { drop: true });
  const { id } = await newTransfer(host);
  await host.co.control('resend', { payment_id: id, times: 2, parallel: true });
  expect(actions()).toEqual(['payment.updated', 'payment.updated']);
});
