// @module-tag full

import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi, type Host, newKey, startHost, TOKENS, transferBody } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

/** The valid payment with one field replaced, or removed when the value is undefined. */
function withField(path: string, value: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = structuredClone(transferBody());
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let target = body;
  for (const key of keys) target = target[key] as Record<string, unknown>;
  if (value === undefined) delete target[last];
  else target[last] = value;
  return body;
}

async function post(body: unknown) {
  return callApi(host, 'co', '/v1/payments', {
    method: 'POST',
    body,
    headers: { 'x-idempotency-key': newKey() },
  });
}

test.each([
  'transaction_amount',
  'callback_url',
  'additional_info.ip_address',
  'transaction_details.financial_institution',
  'payer.email',
  'payer.entity_type',
  'payer.identification.type',
  'payer.identification.number',
  'payer.address.zip_code',
  'payer.address.street_name',
  'payer.address.street_number',
  'payer.address.neighborhood',
  'payer.address.city',
  'payer.phone.area_code',
  'payer.phone.number',
])('refuses a transfer without %s and names the field', async (path) => {
  const answer = await post(withField(path, undefined));
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ status: 400, error: 'bad_request' });
  expect(answer.body.cause[0].description).toContain(path);
});

test.each([
  ['transaction_amount', 1599],
  ['transaction_amount', 340_000_001],
  ['transaction_amount', 5000.5],
  ['transaction_amount', '5000'],
  ['callback_url', `https://example.org/${'x'.repeat(512)}`],
  ['callback_url', 'javascript:alert(1)'],
  ['notification_url', 'not an address'],
  ['additional_info.ip_address', 'localhost'],
  ['transaction_details.financial_institution', '9999'],
  ['payer.email', 'ana'],
  ['payer.entity_type', 'natural'],
  ['payer.identification.type', 'CURP'],
  ['payer.identification.number', '1234567890123456'],
  ['payer.first_name', 'x'.repeat(33)],
  ['payer.last_name', ''],
  ['payer.address.zip_code', '1100'],
  ['payer.address.street_name', 'x'.repeat(19)],
  ['payer.address.street_number', '123456'],
  ['payer.address.neighborhood', 'x'.repeat(19)],
  ['payer.address.city', 'x'.repeat(19)],
  ['payer.phone.area_code', '57'],
  ['payer.phone.number', 'abc'],
])('refuses %s = %j', async (path, value) => {
  const answer = await post(withField(path, value));
  expect(answer.status).toBe(400);
  expect(answer.body.cause[0].description).toContain(path);
});

test.each([
  ['transaction_amount', 1600],
  ['transaction_amount', 340_000_000],
  ['payer.entity_type', 'association'],
  ['payer.identification.type', 'NIT'],
  ['payer.address.street_name', 'x'.repeat(18)],
  ['payer.first_name', undefined],
])('takes %s = %j', async (path, value) => {
  expect((await post(withField(path, value))).status).toBe(201);
});

test('names every broken field at once', async () => {
  const answer = await post({ payment_method_id: 'pse' });
  expect(answer.body.cause.length).toBeGreaterThan(10);
});

test('refuses other means of payment and a body that is not JSON', async () => {
  expect((await post(withField('payment_method_id', 'visa'))).status).toBe(400);
  const response = await fetch(`${host.url}/mercado-pago/co/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKENS.co}`, 'x-idempotency-key': newKey() },
    body: '{',
  });
  expect(response.status).toBe(400);
});
