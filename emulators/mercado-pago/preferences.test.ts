// @module-tag full

import { Preference } from 'mercadopago';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callApi, type Host, preferenceBody, sdkFor, startHost } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(() => host.mx.control('reset', {}));
afterAll(() => host.close());

async function post(overrides: Record<string, unknown>) {
  return callApi(host, 'mx', '/checkout/preferences', { method: 'POST', body: preferenceBody(overrides) });
}

test('creates a preference whose page is at the emulator, with and without a slash at the end', async () => {
  const preference = await new Preference(sdkFor(host, 'mx')).create({ body: preferenceBody() });
  expect(preference.api_response.status).toBe(201);
  expect(preference).toMatchObject({
    site_id: 'MLM',
    purpose: 'wallet_purchase',
    external_reference: 'chl_2',
    auto_return: 'approved',
  });
  expect(preference.init_point).toBe(`${host.url}/mercado-pago/mx/checkout/v1/redirect?pref_id=${preference.id}`);
  expect((await post({})).status).toBe(201);
});

test('reads a preference back, and says 404 in the other account', async () => {
  const { id = '' } = await new Preference(sdkFor(host, 'mx')).create({ body: preferenceBody() });
  expect(await new Preference(sdkFor(host, 'mx')).get({ preferenceId: id })).toMatchObject({ id });
  await expect(new Preference(sdkFor(host, 'co')).get({ preferenceId: id })).rejects.toMatchObject({
    status: 404,
  });
});

test('changes what an update names and keeps the rest', async () => {
  const preferences = new Preference(sdkFor(host, 'mx'));
  const { id = '' } = await preferences.create({ body: preferenceBody() });
  const update = { expires: true, expiration_date_to: '2020-01-01T00:00:00.000-06:00' };
  const { body } = await callApi(host, 'mx', `/checkout/preferences/${id}`, { method: 'PUT', body: update });
  expect(body).toMatchObject({ ...update, id, external_reference: 'chl_2' });
  expect(body.items).toHaveLength(1);
});

test('finds a preference by its reference', async () => {
  const { body } = await post({ external_reference: 'chl_find' });
  const found = await callApi(host, 'mx', '/checkout/preferences/search?external_reference=chl_find');
  expect(found.body).toMatchObject({ total: 1, elements: [{ id: body.id }] });
});

const item = { title: 'Donativo', quantity: 1, unit_price: 250, currency_id: 'MXN' };

test.each([
  ['invalid_items', { items: [] }],
  ['invalid_items', { items: undefined }],
  ['invalid_items', { items: [{ ...item, title: undefined }] }],
  ['invalid_items', { items: [{ ...item, unit_price: 0 }] }],
  ['invalid_items', { items: [{ ...item, unit_price: 10.001 }] }],
  ['invalid_items', { items: [{ ...item, unit_price: '250' }] }],
  ['invalid_items', { items: [{ ...item, quantity: 1.5 }] }],
  ['invalid_items', { items: [{ ...item, currency_id: 'COP' }] }],
  ['invalid_back_urls', { back_urls: { success: 'return' } }],
  ['invalid_back_urls', { back_urls: { success: 'javascript:alert(1)' } }],
  ['invalid_auto_return', { back_urls: {} }],
  ['invalid_auto_return', { auto_return: 'sometimes' }],
  ['invalid_notification_url', { notification_url: 'webhooks' }],
  ['invalid_purpose', { purpose: 'gift' }],
  ['invalid_expiration_date_to', { expires: true, expiration_date_to: '2026-11-21' }],
  ['invalid_external_reference', { external_reference: 'x'.repeat(257) }],
])('answers %s for %j', async (error, overrides) => {
  expect(await post(overrides)).toMatchObject({ status: 400, body: { error, status: 400 } });
});

test('refuses return addresses on this machine only when the switch says so', async () => {
  expect((await post({})).status).toBe(201);
  await host.mx.control('switches', { refuseLocalhost: true });
  expect(await post({})).toMatchObject({ status: 400, body: { error: 'invalid_back_urls' } });
  const plain = { success: 'http://shop.example', pending: '', failure: '' };
  expect(await post({ back_urls: plain })).toMatchObject({
    status: 400,
    body: { error: 'invalid_auto_return' },
  });
  expect((await post({ back_urls: { ...plain, success: 'https://shop.example' } })).status).toBe(201);
});
