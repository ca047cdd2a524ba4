// @module-tag full

import { Order } from 'mercadopago';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callApi, type Host, newKey, sdkFor, startHost } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(async () => {
  for (const code of ['co', 'mx'] as const) await host[code].control('reset', {});
  await host.co.control('idle', {});
  host.received.length = 0;
});
afterAll(() => host.close());

/** The SDK's own example of a bank transfer, with what the Payments API asks of a payer too. */
const transferOrder = (overrides: Record<string, unknown> = {}) => ({
  type: 'online',
  processing_mode: 'automatic',
  total_amount: '50000.00',
  currency: 'COP',
  external_reference: 'chl_1-pay_1',
  transactions: {
    payments: [
      {
        amount: '50000.00',
        payment_method: { id: 'pse', type: 'bank_transfer', financial_institution: '1007' },
      },
    ],
  },
  payer: {
    entity_type: 'individual',
    email: 'ana@example.org',
    first_name: 'Ana',
    last_name: 'Gómez',
    identification: { type: 'CC', number: '76262349' },
    address: {
      zip_code: '11001',
      street_name: 'Calle 72',
      street_number: '10',
      neighborhood: 'Centro',
      city: 'Bogotá',
    },
    phone: { area_code: '301', number: '5551234' },
  },
  additional_info: { payer: { ip_address: '186.80.1.2' } },
  config: { online: { callback_url: 'http://localhost:3000/back' } },
  ...overrides,
});
const checkoutOrder = (overrides: Record<string, unknown> = {}) => ({
  type: 'online',
  processing_mode: 'manual',
  total_amount: '250.00',
  external_reference: 'chl_2-pay_2',
  items: [{ title: 'Donativo', quantity: 1, unit_price: '250.00' }],
  expiration_time: 'PT1H',
  config: { online: { allowed_user_type: 'account_only', success_url: 'http://localhost:3000/back' } },
  ...overrides,
});
const post = (code: 'co' | 'mx', body: unknown, key = newKey()) =>
  callApi(host, code, '/v1/orders', { method: 'POST', body, headers: { 'x-idempotency-key': key } });
const read = async (code: 'co' | 'mx', id: string) => (await callApi(host, code, `/v1/orders/${id}`)).body;
const paymentOf = async (code: 'co' | 'mx', reference: string) => {
  const { payments } = (await host[code].control('about', { reference })) as { payments: { id: string }[] };
  return payments.at(-1)?.id;
};

test('the official SDK creates an order of a bank transfer, reads, finds and cancels it', async () => {
  const orders = new Order(sdkFor(host, 'co'));
  const made = await orders.create({ body: transferOrder(), requestOptions: { idempotencyKey: newKey() } });
  expect(made).toMatchObject({
    id: expect.stringMatching(/^ORD[0-9A-Z]{26}$/),
    status: 'action_required',
    status_detail: 'waiting_transfer',
    total_amount: '50000.00',
    country_code: 'COL',
    transactions: { payments: [{ id: expect.stringMatching(/^PAY/), status: 'action_required' }] },
  });
  const id = made.id ?? '';
  const page = made.transactions?.payments?.[0]?.payment_method?.redirect_url ?? '';
  expect((await fetch(page)).status).toBe(200);
  expect((await orders.get({ id })).id).toBe(id);
  const found = await orders.search({
    options: {
      begin_date: new Date(Date.now() - 3_600_000).toISOString(),
      end_date: new Date(Date.now() + 60_000).toISOString(),
      external_reference: 'chl_1-pay_1',
    },
  });
  expect(found.data?.map((one) => one.id)).toEqual([id]);
  expect(await orders.cancel({ id, requestOptions: { idempotencyKey: newKey() } })).toMatchObject({
    status: 'canceled',
  });
  await expect(orders.cancel({ id, requestOptions: { idempotencyKey: newKey() } })).rejects.toMatchObject({
    status: 409,
  });
});

test.each([
  ['approve', 'processed', 'accredited'],
  ['reject', 'failed', 'rejected_by_bank'],
  ['expire', 'expired', 'expired'],
  ['pend', 'processing', 'pending_review_manual'],
  ['cancel', 'canceled', 'by_payer'],
])('after %s the order of a transfer is %s, %s', async (action, status, detail) => {
  const { body } = await post('co', transferOrder());
  await host.co.control(action, { payment_id: await paymentOf('co', 'chl_1') });
  expect(await read('co', body.id)).toMatchObject({ status, status_detail: detail });
});

test('an order tells what was given back of it, and taken', async () => {
  const { body } = await post('co', transferOrder());
  const payment_id = await paymentOf('co', 'chl_1-pay_1');
  await host.co.control('approve', { payment_id });
  await host.co.control('refund', { payment_id, amount: 20_000 });
  expect(await read('co', body.id)).toMatchObject({
    status: 'processed',
    status_detail: 'partially_refunded',
    transactions: { refunds: [{ amount: '20000.00', status: 'processed' }] },
  });
  await host.co.control('refund', { payment_id });
  expect((await read('co', body.id)).status).toBe('refunded');
});

test('a checkout takes one payment: a declined one leaves it open, an approved one closes it', async () => {
  const { body } = await post('mx', checkoutOrder());
  expect(body).toMatchObject({ status: 'created', checkout_url: expect.stringContaining('/checkout/v1/redirect') });
  const { preferences } = (await host.mx.control('about', { reference: 'chl_2' })) as { preferences: string[] };
  const pay = (outcome: string) => host.mx.control('pay_preference', { preference_id: preferences[0], outcome });
  await pay('reject');
  expect(await read('mx', body.id)).toMatchObject({
    status: 'created',
    transactions: { payments: [{ status: 'failed' }] },
  });
  await pay('approve');
  expect(await read('mx', body.id)).toMatchObject({ status: 'processed', status_detail: 'accredited' });
  expect(await (await fetch(body.checkout_url)).text()).toMatch(/venci|expir/i);
});

test('a checkout ends at the end of its time, or when it is cancelled', async () => {
  const [timed, canceled] = [await post('mx', checkoutOrder()), await post('mx', checkoutOrder())];
  await callApi(host, 'mx', `/v1/orders/${canceled.body.id}/cancel`, { method: 'POST' });
  expect(await read('mx', canceled.body.id)).toMatchObject({ status: 'canceled' });
  host.context.clock.advance(3_600_000);
  expect(await read('mx', timed.body.id)).toMatchObject({ status: 'expired' });
});

test('each change is an event of the order to the account’s address, signed over its id, and none of the payment', async () => {
  const { body } = await post('co', transferOrder());
  await host.co.control('approve', { payment_id: await paymentOf('co', 'chl_1') });
  await host.co.control('idle', {});
  expect(host.received.map(({ url }) => [url.searchParams.get('type'), url.searchParams.get('data.id')])).toEqual([
    ['order', body.id],
    ['order', body.id],
  ]);
  expect(host.received.map((one) => JSON.parse(one.body).action)).toEqual(['order.action_required', 'order.processed']);
});

test('a repeated key answers the first order; with another body it is a conflict', async () => {
  const key = newKey();
  const first = await post('co', transferOrder(), key);
  expect((await post('co', transferOrder(), key)).body.id).toBe(first.body.id);
  const other = await post('co', transferOrder({ total_amount: '60000.00' }), key);
  expect([other.status, other.body.errors[0].code]).toEqual([409, 'idempotency_key_already_used']);
});

test.each([
  [
    'a webhook address, which is set in the account',
    { notification_url: 'https://example.org' },
    'unsupported_properties',
  ],
  ['metadata', { metadata: { a: 1 } }, 'unsupported_properties'],
  ['a sum that is not the payments’', { total_amount: '1.00' }, 'invalid_total_amount'],
  ['an amount that is a number', { total_amount: 50_000 }, 'property_value'],
  ['a reference with another character', { external_reference: 'a b' }, 'property_value'],
  ['a reference of more than 64 characters', { external_reference: 'a'.repeat(65) }, 'property_value'],
])('refuses %s', async (_, overrides, code) => {
  const { status, body } = await post('co', transferOrder(overrides));
  expect([status, body.errors[0].code]).toEqual([400, code]);
});

test('an unknown order is 404, and so is the other account’s', async () => {
  const { body } = await post('co', transferOrder());
  for (const id of [body.id, 'ORD1']) {
    const { status, body: answer } = await callApi(host, 'mx', `/v1/orders/${id}`);
    expect([status, answer.errors[0].code]).toEqual([404, 'order_not_found']);
  }
  const search = await callApi(host, 'mx', '/v1/orders?external_reference=chl_1-pay_1');
  expect([search.status, search.body.errors[0].code]).toEqual([400, 'invalid_parameter']);
});
