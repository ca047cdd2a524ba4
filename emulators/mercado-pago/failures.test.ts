// @module-tag full

import { MercadoPagoConfig, Payment } from 'mercadopago';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callApi, type Host, newKey, sdkFor, startHost, TOKENS, transferBody } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(() => host.co.control('reset', {}));
afterAll(() => host.close());

const create = (idempotencyKey = newKey()) =>
  callApi(host, 'co', '/v1/payments', {
    method: 'POST',
    body: transferBody(),
    headers: { 'x-idempotency-key': idempotencyKey },
  });
const count = async () => (await callApi(host, 'co', '/v1/payments/search')).body.paging.total;

test.each([
  [401, 'unauthorized', []],
  [500, 'internal_error', [9034]],
  [429, 'too_many_requests', []],
  [503, 'service_unavailable', []],
])('answers %i in the wire format and does nothing', async (status, error, codes) => {
  await host.co.control('fail', { kind: 'status', status });
  const answer = await create();
  expect(answer).toMatchObject({ status, body: { status, error } });
  expect(answer.body.cause.map((cause: { code: number }) => cause.code)).toEqual(codes);
  expect(answer.headers.get('retry-after')).toBe(status === 429 ? '1' : null);
  expect(await count()).toBe(0);
  expect((await create()).status).toBe(201);
});

test('closes the connection after the payment is made, and answers it to a retry with the same key', async () => {
  await host.co.control('fail', { kind: 'reset_after', method: 'POST', path: '^/v1/payments$' });
  const key = newKey();
  await expect(create(key)).rejects.toThrow();
  expect(await count()).toBe(1);
  expect((await create(key)).status).toBe(201);
  expect(await count()).toBe(1);
});

test('the official SDK recovers from a closed connection, with one payment', async () => {
  sdkFor(host, 'co');
  const options = { maxRetries: 1, initialDelay: 1 };
  const payments = new Payment(new MercadoPagoConfig({ accessToken: TOKENS.co, options }));
  await host.co.control('fail', { kind: 'reset_after', method: 'POST' });
  const payment = await payments.create({ body: transferBody() });
  expect(payment.status).toBe('pending');
  expect(await count()).toBe(1);
});

test('closes the connection before anything is done', async () => {
  await host.co.control('fail', { kind: 'reset_before' });
  await expect(create()).rejects.toThrow();
  expect(await count()).toBe(0);
});

test('is down until the failures are cleared', async () => {
  await host.co.control('gateway_down', {});
  await expect(create()).rejects.toThrow();
  await expect(count()).rejects.toThrow();
  await host.co.control('gateway_up', {});
  expect(await count()).toBe(0);
});

test('answers late: a caller that times out has a payment nevertheless', async () => {
  await host.co.control('fail', { kind: 'slow', delayMs: 50, method: 'POST' });
  const started = performance.now();
  expect((await create()).status).toBe(201);
  expect(performance.now() - started).toBeGreaterThanOrEqual(45);
});

test('holds a call until it is released', async () => {
  await host.co.control('fail', { kind: 'held', method: 'POST' });
  const created = create();
  const held = () => host.co.control('held', {});
  await expect.poll(held).toEqual([{ method: 'POST', path: '/v1/payments' }]);
  expect(await count()).toBe(0);
  expect(await host.co.control('release', {})).toEqual({ released: 1 });
  expect((await created).status).toBe(201);
  expect([await count(), await held()]).toEqual([1, []]);
});

test('holds the answer alone, and drops it when its caller is gone', async () => {
  await host.co.control('fail', { kind: 'held', method: 'POST', executed: true });
  const gone = new AbortController();
  const url = `${host.url}/mercado-pago/co/v1/payments`;
  const headers = {
    authorization: `Bearer ${TOKENS.co}`,
    'content-type': 'application/json',
    'x-idempotency-key': newKey(),
  };
  const body = JSON.stringify(transferBody());
  const created = fetch(url, { method: 'POST', body, headers, signal: gone.signal });
  await expect.poll(count).toBe(1);
  gone.abort();
  await expect(created).rejects.toThrow();
  await expect.poll(() => host.co.control('held', {})).toEqual([]);
  expect(await count()).toBe(1);
});

test('fails only matching calls', async () => {
  await host.co.control('fail', { kind: 'status', status: 500, method: 'GET', path: '/v1/payments/search' });
  expect((await create()).status).toBe(201);
  expect((await callApi(host, 'co', '/v1/payments/search')).status).toBe(500);
});

test('lists no bank when the switch empties the list', async () => {
  await host.co.control('switches', { emptyBankList: true });
  const { body } = await callApi(host, 'co', '/v1/payment_methods');
  const pse = body.find(({ id }: { id: string }) => id === 'pse');
  expect(pse.financial_institutions).toEqual([]);
});

test('does not affect the other account', async () => {
  await host.co.control('gateway_down', {});
  expect((await callApi(host, 'mx', '/v1/payment_methods')).status).toBe(200);
});

test('an outage about one reference leaves all other payments alone', async () => {
  const pay = (reference: string) =>
    callApi(host, 'co', '/v1/payments', {
      method: 'POST',
      body: { ...transferBody(), external_reference: reference },
      headers: { 'x-idempotency-key': newKey() },
    });
  const { body } = await pay('chl_down');
  await host.co.control('gateway_down', { reference: 'chl_down' });
  await expect(pay('chl_down')).rejects.toThrow();
  await expect(callApi(host, 'co', `/v1/payments/${body.id}`)).rejects.toThrow();
  await expect(callApi(host, 'co', '/v1/payments/search?external_reference=chl_down')).rejects.toThrow();
  expect((await pay('chl_up')).status).toBe(201);
  await host.co.control('gateway_up', { reference: 'chl_down' });
  expect((await callApi(host, 'co', `/v1/payments/${body.id}`)).status).toBe(200);
});

test('answers a part of a list, as if that were all', async () => {
  await create();
  const listed = async () =>
    (await callApi(host, 'co', '/v1/payments/search')).body.results.length +
    (await callApi(host, 'co', '/v1/payment_methods')).body.length;
  const whole = await listed();
  await host.co.control('fail', { kind: 'part', times: 2 });
  expect(whole).toBeGreaterThan(1);
  expect([await listed(), await listed()]).toEqual([0, whole]);
});
