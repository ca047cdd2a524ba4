// @module-tag full

import { Payment, PaymentMethod, PaymentRefund } from 'mercadopago';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callApi, type Host, newKey, sdkFor, startHost, TOKENS, transferBody } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(() => host.co.control('reset', {}));
afterAll(() => host.close());

async function newTransfer(overrides: Record<string, unknown> = {}, idempotencyKey = newKey()) {
  return new Payment(sdkFor(host, 'co')).create({
    body: transferBody(overrides),
    requestOptions: { idempotencyKey },
  });
}

async function approved(overrides: Record<string, unknown> = {}): Promise<number> {
  const { id } = await newTransfer(overrides);
  await host.co.control('approve', { payment_id: id });
  return id ?? 0;
}

test('lists PSE with its limits and its banks in Colombia, and no PSE in Mexico', async () => {
  const methods = await new PaymentMethod(sdkFor(host, 'co')).get();
  const pse = Object.values(methods).find((method) => method.id === 'pse');
  expect(pse).toMatchObject({
    payment_type_id: 'bank_transfer',
    min_allowed_amount: 1600,
    max_allowed_amount: 340_000_000,
  });
  for (const id of ['1040', '1507', '1007', '1551', '1009']) {
    expect(pse?.financial_institutions).toContainEqual(expect.objectContaining({ id }));
  }
  const mexican = await callApi(host, 'mx', '/v1/payment_methods');
  expect(mexican.body.map((method: { id: string }) => method.id)).toEqual([
    'account_money',
    'visa',
    'master',
    'debvisa',
  ]);
});

test('creates a pending transfer with the address of the bank page', async () => {
  const payment = await newTransfer();
  expect(payment.api_response.status).toBe(201);
  expect(payment).toMatchObject({
    status: 'pending',
    status_detail: 'pending_waiting_transfer',
    payment_method_id: 'pse',
    payment_type_id: 'bank_transfer',
    currency_id: 'COP',
    transaction_amount: 5000,
    transaction_amount_refunded: 0,
    external_reference: 'chl_1',
    live_mode: false,
    date_approved: null,
    fee_details: [],
    refunds: [],
  });
  expect(payment.id).toBeTypeOf('number');
  expect(payment.date_created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-04:00$/);
  expect(payment.transaction_details?.financial_institution).toBe('1009');
  expect(payment.transaction_details?.external_resource_url).toContain(`${host.url}/mercado-pago/co/sandbox/`);
});

test('stores the payer’s email and document, not the name, the address or the phone', async () => {
  const { id } = await newTransfer();
  const stored = JSON.stringify(host.context.store.collection('mercado-pago-co:payments').values());
  expect(stored).toContain('ana@example.org');
  expect(stored).not.toMatch(/Gómez|Calle 72|Chapinero|5551234/);
  const payment = await new Payment(sdkFor(host, 'co')).get({ id: id ?? 0 });
  expect(payment.payer).toMatchObject({
    identification: { type: 'CC', number: '76262349' },
    first_name: null,
  });
});

test('answers the same payment for the same idempotency key, and refuses the key with another body', async () => {
  const key = newKey();
  const first = await newTransfer({}, key);
  const again = await newTransfer({}, key);
  expect(again.id).toBe(first.id);
  const other = await callApi(host, 'co', '/v1/payments', {
    method: 'POST',
    body: transferBody({ transaction_amount: 6000 }),
    headers: { 'x-idempotency-key': key },
  });
  expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_key_already_used' } });
});

test('demands an idempotency key on payments and on refunds', async () => {
  const id = await approved();
  for (const path of ['/v1/payments', `/v1/payments/${id}/refunds`]) {
    const answer = await callApi(host, 'co', path, { method: 'POST', body: transferBody() });
    expect(answer.status).toBe(400);
    expect(answer.body.cause).toEqual([{ code: 4292, description: "Header X-Idempotency-Key can't be null" }]);
  }
});

test('records the approval time, the fee and the net amount of an approved payment', async () => {
  const id = await approved();
  const payment = await new Payment(sdkFor(host, 'co')).get({ id });
  expect(payment).toMatchObject({ status: 'approved', status_detail: 'accredited' });
  expect(payment.date_approved).toMatch(/-04:00$/);
  const fee = payment.fee_details?.[0]?.amount ?? 0;
  expect(payment.fee_details).toEqual([{ type: 'mercadopago_fee', amount: fee, fee_payer: 'collector' }]);
  expect(Number.isInteger(fee)).toBe(true);
  expect(payment.transaction_details?.net_received_amount).toBe(5000 - fee);
});

test('refunds a part, then the rest, and refuses more than is left', async () => {
  const id = await approved();
  const refunds = new PaymentRefund(sdkFor(host, 'co'));
  const part = await refunds.create({ payment_id: id, body: { amount: 2000 } });
  expect(part).toMatchObject({ payment_id: id, amount: 2000, status: 'approved' });
  const payments = new Payment(sdkFor(host, 'co'));
  expect(await payments.get({ id })).toMatchObject({
    status: 'approved',
    status_detail: 'partially_refunded',
    transaction_amount_refunded: 2000,
  });
  await expect(refunds.create({ payment_id: id, body: { amount: 3001 } })).rejects.toMatchObject({
    status: 400,
  });
  await refunds.total({ payment_id: id });
  expect(await payments.get({ id })).toMatchObject({ status: 'refunded', transaction_amount_refunded: 5000 });
  expect(await callApi(host, 'co', `/v1/payments/${id}/refunds/`)).toMatchObject({
    body: [{ amount: 2000 }, { amount: 3000 }],
  });
});

test('refunds once for a repeated idempotency key', async () => {
  const id = await approved();
  const call = { method: 'POST', body: { amount: 1000 }, headers: { 'x-idempotency-key': newKey() } };
  const first = await callApi(host, 'co', `/v1/payments/${id}/refunds`, call);
  const again = await callApi(host, 'co', `/v1/payments/${id}/refunds`, call);
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.id).toBe(first.body.id);
  await host.co.control('switches', { emptyRefundReplay: true });
  const empty = await callApi(host, 'co', `/v1/payments/${id}/refunds`, call);
  expect(empty).toMatchObject({ status: 200, body: null });
  const { body } = await callApi(host, 'co', `/v1/payments/${id}`);
  expect(body.transaction_amount_refunded).toBe(1000);
});

test('refuses a refund in a wrong state with 2063, of a wrong amount with 2017', async () => {
  const { id } = await newTransfer();
  const refund = (body: unknown) =>
    callApi(host, 'co', `/v1/payments/${id}/refunds`, {
      method: 'POST',
      body,
      headers: { 'x-idempotency-key': newKey() },
    });
  expect((await refund({})).body.cause[0].code).toBe(2063);
  expect((await refund({ amount: 9_999_999 })).body.cause[0].code).toBe(2017);
});

test('cancels a pending payment, and nothing that is decided', async () => {
  const { id = 0 } = await newTransfer();
  const payments = new Payment(sdkFor(host, 'co'));
  expect(await payments.cancel({ id })).toMatchObject({ status: 'cancelled', status_detail: 'by_collector' });
  await expect(payments.cancel({ id: await approved() })).rejects.toMatchObject({ status: 400 });
});

test('rejects a transfer that is not finished within 15 minutes, at that minute', async () => {
  const { id = 0, date_of_expiration } = await newTransfer();
  host.context.clock.advance(14 * 60_000);
  const payments = new Payment(sdkFor(host, 'co'));
  expect(await payments.get({ id })).toMatchObject({ status: 'pending' });
  host.context.clock.advance(61_000);
  const expired = await payments.get({ id });
  expect(expired).toMatchObject({ status: 'rejected', status_detail: 'expired' });
  expect(expired.date_last_updated).toBe(date_of_expiration);
});

test('finds payments by reference, in the wanted order, page by page', async () => {
  const ids: (number | undefined)[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push((await newTransfer({ external_reference: 'chl_many' })).id);
    host.context.clock.advance(1000);
  }
  await newTransfer({ external_reference: 'chl_other' });
  const payments = new Payment(sdkFor(host, 'co'));
  const search = (options: Record<string, string | number>) =>
    payments.search({ options: { external_reference: 'chl_many', sort: 'date_created', ...options } });
  const newest = await search({ criteria: 'desc', limit: 2, offset: 0 });
  expect(newest.paging).toEqual({ total: 3, limit: 2, offset: 0 });
  expect(newest.results?.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  const rest = await search({ criteria: 'desc', limit: 2, offset: 2 });
  expect(rest.results?.map(({ id }) => id)).toEqual([ids[0]]);
  const oldest = await search({ criteria: 'asc' });
  expect(oldest.results?.map(({ id }) => id)).toEqual(ids);
});

test('a lagging search shows the past, a retrieve the present', async () => {
  await host.co.control('switches', { searchLagMs: 30_000 });
  const { id = 0 } = await newTransfer({ external_reference: 'chl_lag' });
  const payments = new Payment(sdkFor(host, 'co'));
  const found = async () => (await payments.search({ options: { external_reference: 'chl_lag' } })).results;
  expect(await found()).toEqual([]);
  host.context.clock.advance(31_000);
  await host.co.control('approve', { payment_id: id });
  expect(await found()).toMatchObject([{ id, status: 'pending', date_approved: null }]);
  expect(await payments.get({ id })).toMatchObject({ status: 'approved' });
  host.context.clock.advance(31_000);
  expect(await found()).toMatchObject([{ id, status: 'approved' }]);
});

test('keeps the two accounts apart: token, payments, data', async () => {
  const { id = 0 } = await newTransfer();
  await expect(new Payment(sdkFor(host, 'mx')).get({ id })).rejects.toMatchObject({ status: 404 });
  await expect(new Payment(sdkFor(host, 'mx', TOKENS.co)).get({ id })).rejects.toMatchObject({ status: 401 });
  const none = await callApi(host, 'co', '/v1/payment_methods', { headers: { authorization: '' } });
  expect(none).toMatchObject({ status: 401, body: { status: 401, error: 'unauthorized', cause: [] } });
});

test('refuses PSE on the Mexican account', async () => {
  const answer = await callApi(host, 'mx', '/v1/payments', {
    method: 'POST',
    body: transferBody(),
    headers: { 'x-idempotency-key': newKey() },
  });
  expect(answer.status).toBe(400);
});
