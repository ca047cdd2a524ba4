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

test('hangs up after the payment is made, and answers it to the retry with the same key', async () => {
  await host.co.control('fail', { kind: 'reset_after', method: 'POST', path: '^/v1/payments$' });
  const key = newKey();
  await expect(create(key)).rejects.toThrow();
  expect(await count()).toBe(1);
  expect((await create(key)).status).toBe(201);
  expect(await count()).toBe(1);
});

test('lets the official SDK survive a hang-up by itself, with one payment', async () => {
  sdkFor(host, 'co');
  const options = { maxRetries: 1, initialDelay: 1 };
  const payments = new Payment(new MercadoPagoConfig({ accessToken: TOKENS.co, options }));
  await host.co.control('fail', { kind: 'reset_after', method: 'POST' });
  const payment = await payments.create({ body: transferBody() });
  expect(payment.status).toBe('pending');
  expect(await count()).toBe(1);
});

test('hangs up before anything is done', async () => {
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

test('answers late: who does not wait has a payment all the same', async () => {
  await host.co.control('fail', { kind: 'slow', delayMs: 50, method: 'POST' });
  const started = performance.now();
  expect((await create()).status).toBe(201);
  expect(performance.now() - started).toBeGreaterThanOrEqual(45);
});

test('fails only the calls that match', async () => {
  await host.co.control('fail', { kind: 'status', status: 500, method: 'GET', path: '/v1/payments/search' });
  expect((await create()).status).toBe(201);
  expect((await callApi(host, 'co', '/v1/payments/search')).status).toBe(500);
});

test('lists no bank when the list is switched empty', async () => {
  await host.co.control('switches', { emptyBankList: true });
  const { body } = await callApi(host, 'co', '/v1/payment_methods');
  const pse = body.find(({ id }: { id: string }) => id === 'pse');
  expect(pse.financial_institutions).toEqual([]);
});

test('leaves the other account alone', async () => {
  await host.co.control('gateway_down', {});
  expect((await callApi(host, 'mx', '/v1/payment_methods')).status).toBe(200);
});
