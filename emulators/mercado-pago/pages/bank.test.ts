// @module-tag full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callApi, type Host, newTransfer, startHost, statusOf } from '../test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(() => host.co.control('reset', {}));
afterAll(() => host.close());

type Transfer = { id: number; page: string };

async function transfer(overrides: Record<string, unknown> = {}): Promise<Transfer> {
  const { id, transaction_details: details } = await newTransfer(host, overrides);
  return { id, page: details.external_resource_url };
}

async function open(page: string, language = 'es-CO'): Promise<{ response: Response; text: string }> {
  const response = await fetch(page, { headers: { 'accept-language': language } });
  return { response, text: await response.text() };
}

function choose(page: string, decision: string): Promise<Response> {
  const url = new URL(page);
  const body = new URLSearchParams({ hash: url.searchParams.get('hash') ?? '', decision });
  return fetch(`${url.origin}${url.pathname}`, { method: 'POST', body, redirect: 'manual' });
}

test("shows merchant, amount and bank in Spanish, or in English by the browser's language", async () => {
  const { page } = await transfer();
  const spanish = await open(page);
  for (const text of ['Causas Colombia', '$ 5.000 COP', 'Citibank', 'Aprobar', 'Simulador']) {
    expect(spanish.text).toContain(text);
  }
  expect(spanish.text).toContain('<html lang="es">');
  const english = await open(page, 'en-US,en;q=0.9,es;q=0.5');
  expect(english.text).toContain('Approve');
});

test('allows no script, no frame and no other form target than the merchant', async () => {
  const { page } = await transfer();
  const { response, text } = await open(page);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self' http://localhost:3000;");
  expect(policy).not.toContain('script-src');
  expect(text).not.toMatch(/<script|<style| style=| on[a-z]+=/i);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['approve', 'approved/accredited'],
  ['decline', 'rejected/rejected_by_bank'],
  ['bank_error', 'rejected/bank_error'],
  ['leave', 'pending/pending_waiting_transfer'],
])('after "%s" the payment is %s and the payer is sent back with its number', async (decision, status) => {
  const { id, page } = await transfer();
  const answer = await choose(page, decision);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`http://localhost:3000/checkout/return?ref=chl_1&payment_id=${id}`);
  expect(await statusOf(host, id)).toBe(status);
});

test('sends back to an address without a query, and to one with a fragment', async () => {
  const plain = await transfer({ callback_url: 'http://localhost:3000/back' });
  expect((await choose(plain.page, 'leave')).headers.get('location')).toBe(
    `http://localhost:3000/back?payment_id=${plain.id}`,
  );
  const fragment = await transfer({ callback_url: 'http://localhost:3000/back#top' });
  expect((await choose(fragment.page, 'leave')).headers.get('location')).toBe(
    `http://localhost:3000/back?payment_id=${fragment.id}#top`,
  );
});

test('ignores a second click, whatever its choice', async () => {
  const { id, page } = await transfer();
  await Promise.all([choose(page, 'approve'), choose(page, 'approve')]);
  expect((await choose(page, 'decline')).status).toBe(303);
  expect(await statusOf(host, id)).toBe('approved/accredited');
  await host.co.control('idle', {});
  const updates = host.received.filter(({ url }) => url.searchParams.get('data.id') === String(id));
  expect(updates.map(({ body }) => JSON.parse(body).action)).toEqual(['payment.created', 'payment.updated']);
});

test('takes no money after 15 minutes, unless late approval is switched on', async () => {
  const { id, page } = await transfer();
  host.context.clock.advance(15 * 60_000 + 1);
  expect((await open(page)).text).toContain('El tiempo para pagar terminó');
  await choose(page, 'approve');
  expect(await statusOf(host, id)).toBe('rejected/expired');
  await host.co.control('switches', { lateApproval: true });
  expect((await open(page)).text).toContain('aprobación tardía');
  await choose(page, 'approve');
  expect(await statusOf(host, id)).toBe('approved/accredited');
});

test('approves late what the application had cancelled', async () => {
  const { id, page } = await transfer();
  await callApi(host, 'co', `/v1/payments/${id}`, { method: 'PUT', body: { status: 'cancelled' } });
  expect((await open(page)).text).toContain('El comercio canceló la operación');
  await choose(page, 'approve');
  expect(await statusOf(host, id)).toBe('cancelled/by_collector');
  await host.co.control('switches', { lateApproval: true });
  await choose(page, 'approve');
  expect(await statusOf(host, id)).toBe('approved/accredited');
});

test('keeps the payer on its page when the switch says the browser never returns', async () => {
  await host.co.control('switches', { returnToMerchant: false });
  const { id, page } = await transfer();
  const answer = await choose(page, 'approve');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Volver al comercio');
  expect(await statusOf(host, id)).toBe('approved/accredited');
});

test('shows nothing when the address has a wrong or missing secret', async () => {
  const { page } = await transfer();
  const url = new URL(page);
  url.searchParams.set('hash', 'wrong');
  expect((await open(url.href)).response.status).toBe(404);
  expect((await choose(url.href, 'approve')).status).toBe(404);
  expect((await open(`${host.url}/mercado-pago/co/sandbox/payments/1/bank_transfer`)).response.status).toBe(404);
});

test("escapes the merchant's texts", async () => {
  const { page } = await transfer({ description: '<img src=x onerror=alert(1)> "A" & B' });
  const { text } = await open(page);
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;A&quot; &amp; B');
});
