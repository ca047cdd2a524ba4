import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { MercadoPagoConfig, Payment, PaymentMethod, PaymentRefund, Preference } from 'mercadopago';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runningService } from '#testing/running-service.ts';
import { isGatewayError } from '../port/errors.ts';
import { MercadoPagoHttp } from './http.ts';

/** The official SDK's address is a private constant: only a test may change it (gateways C4). */
const sdk: { AppConfig: { BASE_URL: string } } = createRequire(import.meta.url)('mercadopago/dist/utils/config');

const { service } = runningService();
beforeAll(async () => {
  for (const country of ['co', 'mx']) await service.control(`mercado-pago-${country}/webhooks`, { drop: true });
});

const official = new MercadoPagoConfig({ accessToken: 'TEST-emulator-co', options: { timeout: 5000 } });
const noRetry = { maxRetries: 0 };
const ours = (country: 'co' | 'mx' = 'co', token = `TEST-emulator-${country}`) =>
  new MercadoPagoHttp(`mercado-pago-${country}`, {
    accessToken: token,
    webhookSecrets: [],
    apiBase: `${service.emulatorUrl}/mercado-pago/${country}`,
    mode: 'test',
  });
beforeEach(() => {
  sdk.AppConfig.BASE_URL = `${service.emulatorUrl}/mercado-pago/co`;
});

const transfer = (reference: string) => ({
  transaction_amount: 5000,
  description: 'Un pozo',
  payment_method_id: 'pse',
  external_reference: reference,
  callback_url: 'https://example.org/return',
  additional_info: { ip_address: '203.0.113.7' },
  transaction_details: { financial_institution: '1007' },
  payer: {
    email: 'ana@example.org',
    entity_type: 'individual',
    identification: { type: 'CC', number: '1020304050' },
    address: {
      zip_code: '11001',
      street_name: 'Calle 10',
      street_number: '5',
      neighborhood: 'Centro',
      city: 'Bogotá',
    },
    phone: { area_code: '301', number: '1234567' },
  },
});
const preference = {
  items: [{ id: 'a', title: 'Un pozo', quantity: 1, unit_price: 250, currency_id: 'MXN' }],
  purpose: 'wallet_purchase',
  external_reference: 'chl_preference',
};
/** A response of the SDK without the SDK's additions. */
const plain = (answer: object): unknown => {
  const { api_response: _, ...rest } = answer as { api_response?: unknown };
  return rest;
};

describe('the official SDK and our client get the same responses', () => {
  test('payment methods', async () => {
    const list = (await ours().get('/v1/payment_methods')) as object[];
    const theirs = (await new PaymentMethod(official).get()) as unknown as object[];
    expect(list.length).toBeGreaterThan(0);
    expect([...theirs]).toEqual(list);
  });

  test('a payment, created under one key by either: the same payment', async () => {
    const body = transfer('chl_same');
    const mine = await ours().post<{ id: number }>('/v1/payments', body, 'same-key');
    const theirs = await new Payment(official).create({
      body,
      requestOptions: { idempotencyKey: 'same-key' },
    });
    expect(plain(theirs)).toEqual(mine);
    expect(plain(await new Payment(official).get({ id: mine.id }))).toEqual(
      await ours().get(`/v1/payments/${mine.id}`),
    );
  });

  test('a search by reference', async () => {
    await ours().post('/v1/payments', transfer('chl_searched'), 'searched');
    const options = { external_reference: 'chl_searched', sort: 'date_created', criteria: 'desc' } as const;
    const { listed_ids: listed, ...mine } = await ours().get<{ results: unknown[]; listed_ids: unknown[] }>(
      '/v1/payments/search',
      options,
    );
    expect([mine.results.length, listed.length]).toEqual([1, 1]);
    expect(plain(await new Payment(official).search({ options }))).toEqual(mine);
  });

  test('a refund, requested under one key by either: one refund', async () => {
    const { id } = await ours().post<{ id: number }>('/v1/payments', transfer('chl_refund'), 'refunded');
    await service.control('mercado-pago-co/approve', { payment_id: id });
    const mine = await ours().post(`/v1/payments/${id}/refunds`, {}, 'refund-key');
    const theirs = await new PaymentRefund(official).total({
      payment_id: id,
      requestOptions: { idempotencyKey: 'refund-key' },
    });
    expect(plain(theirs)).toEqual(mine);
    expect(await ours().get(`/v1/payments/${id}`)).toMatchObject({ transaction_amount_refunded: 5000 });
  });

  test('a preference', async () => {
    sdk.AppConfig.BASE_URL = `${service.emulatorUrl}/mercado-pago/mx`;
    const mexican = new MercadoPagoConfig({ accessToken: 'TEST-emulator-mx' });
    const mine = await ours('mx').post<{ id: string }>('/checkout/preferences', preference, 'unused');
    const theirs = await new Preference(mexican).create({ body: preference });
    const { id: _, init_point, sandbox_init_point, date_created, ...same } = mine as Record<string, unknown>;
    expect(theirs).toMatchObject(same);
    expect(plain(await new Preference(mexican).get({ preferenceId: mine.id }))).toEqual(
      await ours('mx').get(`/checkout/preferences/${mine.id}`),
    );
    expect([init_point, sandbox_init_point, date_created]).not.toContain(undefined);
  });
});

/** How our client reports a failed call. */
async function failureOf(call: Promise<unknown>): Promise<{ failure: string; code: string }> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!isGatewayError(error)) throw new Error(`not a failure of a gateway: ${JSON.stringify(error)}`);
  return { failure: error.failure, code: error.code };
}
/** The SDK's report of the same failure. */
async function theirFailure(call: Promise<unknown>): Promise<number | undefined> {
  const error = (await call.catch((thrown: unknown) => thrown)) as { status?: number; statusCode?: number };
  return error.status ?? error.statusCode;
}

describe('a call that fails at the gateway', () => {
  test('a token that the account refuses is a temporary failure: it may be being rotated', async () => {
    const call = ours('co', 'TEST-emulator-mx').get('/v1/payment_methods');
    expect(await failureOf(call)).toEqual({ failure: 'failed', code: '401 unauthorized' });
  });

  test('a body with several errors is refused with the code of each, and without its content', async () => {
    const body = { ...transfer('chl_bad'), transaction_amount: 10, callback_url: 'x', payer: {} };
    const { failure, code } = await failureOf(ours().post('/v1/payments', body, 'bad'));
    expect(failure).toBe('refused');
    expect(code).toMatch(/^400 bad_request 4037 4050( 1)+$/);
    const theirs = new Payment(official).create({
      body,
      requestOptions: { idempotencyKey: 'bad', ...noRetry },
    });
    expect(await theirFailure(theirs)).toBe(400);
  });

  test('a key that was used with another body leaves the first outcome open', async () => {
    await ours().post('/v1/payments', transfer('chl_key'), 'key-of-one');
    const again = ours().post('/v1/payments', transfer('chl_other'), 'key-of-one');
    expect(await failureOf(again)).toEqual({
      failure: 'unreachable',
      code: '409 idempotency_key_already_used',
    });
  });

  test.each([
    [429, '429 too_many_requests'],
    [500, '500 internal_error 9034'],
    [503, '503 service_unavailable'],
  ])('a %i leaves the outcome open, and the SDK sees the same status', async (status, code) => {
    const fail = () => service.control('mercado-pago-co/fail', { kind: 'status', status, path: '^/v1/payments' });
    await fail();
    expect(await failureOf(ours().get('/v1/payments/1'))).toEqual({ failure: 'unreachable', code });
    await fail();
    expect(await theirFailure(new Payment(official).get({ id: 1, requestOptions: noRetry }))).toBe(status);
  });

  test.each(['reset_before', 'reset_after', 'down'])(
    'a connection that breaks (%s) leaves the outcome open',
    async (kind) => {
      await service.control('mercado-pago-co/fail', { kind });
      const call = ours().post('/v1/payments', transfer(`chl_${kind}`), kind);
      expect(await failureOf(call)).toEqual({ failure: 'unreachable', code: 'no_answer' });
      await service.control('mercado-pago-co/gateway_up');
    },
  );

  test('a payment that does not exist is refused', async () => {
    expect(await failureOf(ours().get('/v1/payments/1'))).toEqual({
      failure: 'refused',
      code: '404 not_found 2000',
    });
  });
});

describe('an invalid response', () => {
  let server: Server;
  let answer: RequestListener;
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());
  const client = () =>
    new MercadoPagoHttp('mercado-pago-co', {
      accessToken: 'TEST-x',
      webhookSecrets: [],
      apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      mode: 'test',
    });

  test.each([
    [200, '<html>a proxy</html>', { failure: 'unreachable', code: 'answer_unreadable' }],
    [200, 'null', { failure: 'unreachable', code: 'answer_unreadable' }],
    [502, '<html>Bad gateway</html>', { failure: 'unreachable', code: '502' }],
    [403, '', { failure: 'failed', code: '403' }],
    [400, 'null', { failure: 'refused', code: '400' }],
    [400, '{"cause":[null],"error":7}', { failure: 'refused', code: '400' }],
    [400, '{"cause":{"code":1},"error":"bad_request"}', { failure: 'refused', code: '400 bad_request' }],
    [400, '{"cause":[{"description":"x"},{"code":"E1"}]}', { failure: 'refused', code: '400 E1' }],
  ])('%i with the body %j', async (status, body, expected) => {
    answer = (_, response) => response.writeHead(status).end(body);
    expect(await failureOf(client().get('/v1/payments/1'))).toEqual(expected);
  });

  test('a success without a body is a success, because a repeated refund is answered like this', async () => {
    answer = (_, response) => response.writeHead(200).end();
    expect(await client().post('/v1/payments/1/refunds', {}, 'key')).toEqual({});
  });

  test('redirects are not followed, so that token and personal data stay at the gateway', async () => {
    const asked: (string | undefined)[] = [];
    answer = (request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    };
    expect(await failureOf(client().post('/v1/payments', { a: 1 }, 'key'))).toMatchObject({
      failure: 'unreachable',
    });
    expect(asked).toEqual(['/v1/payments']);
  });
});
