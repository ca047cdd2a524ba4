// @module-tag full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callApi, type Host, preferenceBody, startHost } from '../test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(() => host.mx.control('reset', {}));
afterAll(() => host.close());

const RICH = '1480220001';
const POOR = '1480220002';

async function newPreference(overrides: Record<string, unknown> = {}) {
  const { body } = await callApi(host, 'mx', '/checkout/preferences', {
    method: 'POST',
    body: preferenceBody(overrides),
  });
  return { id: String(body.id), page: String(body.init_point) };
}

async function open(page: string, user?: string): Promise<{ status: number; text: string }> {
  const cookie = user === undefined ? {} : { cookie: `mp_test_user=${user}` };
  const response = await fetch(page, { headers: { 'accept-language': 'es-MX', ...cookie } });
  return { status: response.status, text: await response.text() };
}

function submit(path: string, form: Record<string, string>, user?: string): Promise<Response> {
  return fetch(`${host.url}/mercado-pago/mx/checkout/v1/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    headers: user === undefined ? {} : { cookie: `mp_test_user=${user}` },
  });
}

/** Opens the review page and sends its form, as a browser would. */
async function choose(
  preference: { id: string; page: string },
  decision: string,
  { user = RICH, source = 'account_money' } = {},
): Promise<URL> {
  const { text } = await open(preference.page, user);
  const attempt = /name="attempt" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const answer = await submit('pay', { pref_id: preference.id, attempt, source, decision }, user);
  return new URL(answer.headers.get('location') ?? '', host.url);
}

async function paymentsOf(reference = 'chl_2') {
  const { body } = await callApi(
    host,
    'mx',
    `/v1/payments/search?external_reference=${reference}&sort=date_created&criteria=asc`,
  );
  return body.results as { id: number; status: string; payment_method_id: string; order: { id: string } }[];
}

test('asks to sign in as a test user before it shows the purchase', async () => {
  const preference = await newPreference();
  const before = await open(preference.page);
  expect(before.text).toContain('Inicie sesión para pagar');
  const answer = await submit('login', { pref_id: preference.id, user: RICH });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('set-cookie')).toMatch(/^mp_test_user=1480220001; Path=\/mercado-pago\/mx; HttpOnly/);
  const after = await open(preference.page, RICH);
  expect(after.text).toContain('Revise su pago');
  expect(after.text).toContain('$ 250.00 MXN');
});

test('sends the payer back after paying, with the parameters of Mercado Pago', async () => {
  const preference = await newPreference();
  const back = await choose(preference, 'approve');
  const [payment] = await paymentsOf();
  expect(`${back.origin}${back.pathname}`).toBe('http://localhost:3000/checkout/return');
  expect(Object.fromEntries(back.searchParams)).toEqual({
    ref: 'chl_2',
    collection_id: String(payment?.id),
    collection_status: 'approved',
    payment_id: String(payment?.id),
    status: 'approved',
    external_reference: 'chl_2',
    payment_type: 'account_money',
    merchant_order_id: payment?.order.id,
    preference_id: preference.id,
    site_id: 'MLM',
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  });
});

test('pays by card where the balance is not enough', async () => {
  const preference = await newPreference();
  expect((await open(preference.page, POOR)).text).toContain('Saldo insuficiente');
  await choose(preference, 'approve', { user: POOR });
  expect(await paymentsOf()).toEqual([]);
  await choose(preference, 'approve', { user: POOR, source: 'master' });
  expect(await paymentsOf()).toMatchObject([{ status: 'approved', payment_method_id: 'master' }]);
});

test('leaves a payment pending, which control approves later', async () => {
  const preference = await newPreference();
  const page = await choose(preference, 'pending');
  expect((await open(page.href, RICH)).text).toContain('Su pago está en revisión');
  const [payment] = await paymentsOf();
  expect(payment?.status).toBe('in_process');
  await host.mx.control('approve', { payment_id: payment?.id });
  expect(await paymentsOf()).toMatchObject([{ status: 'approved' }]);
  expect((await open(page.href, RICH)).text).toContain('Su pago se acreditó');
});

test('offers another try after a rejection: a second payment in the same preference', async () => {
  const preference = await newPreference();
  const page = await choose(preference, 'reject');
  expect((await open(page.href, RICH)).text).toContain('El pago fue rechazado');
  await choose({ ...preference, page: page.href }, 'approve', { source: 'visa' });
  const payments = await paymentsOf();
  expect(payments.map(({ status }) => status)).toEqual(['rejected', 'approved']);
  expect(payments[0]?.order.id).toBe(payments[1]?.order.id);
});

test('can be paid twice, after a warning', async () => {
  const preference = await newPreference();
  await choose(preference, 'approve');
  expect((await open(preference.page, RICH)).text).toContain('segundo cobro');
  await choose(preference, 'approve');
  expect((await paymentsOf()).map(({ status }) => status)).toEqual(['approved', 'approved']);
});

test('makes one payment of a double click', async () => {
  const preference = await newPreference();
  const { text } = await open(preference.page, RICH);
  const attempt = /name="attempt" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const form = { pref_id: preference.id, attempt, source: 'account_money', decision: 'approve' };
  const [one, two] = await Promise.all([submit('pay', form, RICH), submit('pay', form, RICH)]);
  expect(one.headers.get('location')).toBe(two.headers.get('location'));
  expect(await paymentsOf()).toHaveLength(1);
});

test('goes back without a payment when the payer cancels', async () => {
  const preference = await newPreference();
  const answer = await submit('pay', { pref_id: preference.id, decision: 'cancel' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.searchParams.get('payment_id')).toBe('null');
  expect(back.searchParams.get('status')).toBe('null');
  expect(back.searchParams.get('external_reference')).toBe('chl_2');
  expect(await paymentsOf()).toEqual([]);
});

test('returns with the rejection when the payer leaves after one', async () => {
  const preference = await newPreference();
  await choose(preference, 'reject');
  const back = await choose(preference, 'cancel');
  const [payment] = await paymentsOf();
  expect(back.searchParams.get('collection_status')).toBe('rejected');
  expect(back.searchParams.get('payment_id')).toBe(String(payment?.id));
});

test('says that an expired preference has expired, and takes nothing', async () => {
  const preference = await newPreference();
  const { text } = await open(preference.page, RICH);
  const attempt = /name="attempt" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const soon = new Date(host.context.clock.now() + 60_000).toISOString().replace('Z', '+00:00');
  const body = { expires: true, expiration_date_to: soon };
  await callApi(host, 'mx', `/checkout/preferences/${preference.id}`, { method: 'PUT', body });
  expect((await open(preference.page, RICH)).text).toContain('Revise su pago');
  host.context.clock.advance(61_000);
  expect((await open(preference.page, RICH)).text).toContain('Este enlace de pago venció');
  const form = { pref_id: preference.id, attempt, source: 'account_money', decision: 'approve' };
  const answer = await submit('pay', form, RICH);
  const shown = await open(new URL(answer.headers.get('location') ?? '', host.url).href, RICH);
  expect(shown.text).toContain('Este enlace de pago venció');
  expect(shown.text).toContain('Volver al comercio');
  expect(await paymentsOf()).toEqual([]);
});

test('asks to sign in again who pays after they signed out in another tab, and takes nothing', async () => {
  const preference = await newPreference();
  const { text } = await open(preference.page, RICH);
  const attempt = /name="attempt" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const form = { pref_id: preference.id, attempt, source: 'account_money', decision: 'approve' };
  const answer = await submit('pay', form);
  expect(answer.headers.get('location')).toBe(new URL(preference.page).pathname + new URL(preference.page).search);
  expect(await paymentsOf()).toEqual([]);
});

test('stays on its own page without auto_return, with a link back', async () => {
  const preference = await newPreference({ auto_return: undefined });
  const page = await choose(preference, 'approve');
  expect(page.origin).toBe(host.url);
  expect((await open(page.href, RICH)).text).toContain('Volver al comercio');
});

test('lets its forms lead to the back_urls and nowhere else', async () => {
  const preference = await newPreference({ back_urls: { success: 'https://shop.example/ok?a=1' } });
  const response = await fetch(preference.page);
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;");
});

test('answers 404 for a preference it does not know', async () => {
  const answer = await open(`${host.url}/mercado-pago/mx/checkout/v1/redirect?pref_id=nothing`);
  expect(answer.status).toBe(404);
});
