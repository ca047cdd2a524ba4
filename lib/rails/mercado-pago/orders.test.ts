import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '#emulators/test-emulators.ts';
import { PAYER } from '#testing/payer.ts';
import { requestsDuring } from '#testing/sent-requests.ts';
import { mercadoPagoPse } from '../mercado-pago-pse/adapter.ts';
import { mercadoPagoWallet } from '../mercado-pago-wallet/adapter.ts';
import type { RedirectRail, RedirectStart } from '../port/rail.ts';

let emulators: TestEmulators;
let pse: RedirectRail;
let wallet: RedirectRail;
let earlier: RedirectRail;
beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  emulators = await startTestEmulators();
  const keys = (country: 'co' | 'mx', api: 'payments' | 'orders' = 'orders') => ({
    accessToken: `TEST-${country}`,
    mode: 'test' as const,
    webhookSecrets: [],
    apiBase: `${emulators.url}/mercado-pago/${country}`,
    api,
  });
  for (const country of ['co', 'mx']) await emulators.control(`mercado-pago-${country}/webhooks`, { drop: true });
  pse = mercadoPagoPse('mercado-pago-co', keys('co'));
  wallet = mercadoPagoWallet('mercado-pago-mx', keys('mx'));
  earlier = mercadoPagoPse('mercado-pago-co', keys('co', 'payments'));
});
afterAll(() => emulators.close());

const requestsOf = (work: () => Promise<unknown>) => requestsDuring(emulators, work);
const to = (country: 'co' | 'mx', request: string, more: object = {}) => ({
  request: request.replace(' /', ` /mercado-pago/${country}/`),
  ...more,
});
const searchOf = (country: 'co' | 'mx', reference: string) =>
  to(country, 'GET /v1/payments/search', {
    query: { external_reference: reference, sort: 'date_created', criteria: 'desc', limit: '100' },
  });
const input = (name: string, more: Partial<RedirectStart> = {}): RedirectStart => ({
  key: `key:${name}`,
  linkId: `chl_${name}`,
  paymentId: `pay_${name}`,
  metadata: { cause: 'aB3' },
  amountMajor: 50_000,
  currency: 'COP',
  description: 'Un pozo',
  returnUrl: 'https://example.org/return',
  notificationUrl: 'https://example.org/webhooks',
  expiresAt: new Date(Date.now() + 3_600_000),
  clientAddress: '203.0.113.7',
  payer: PAYER,
  ...more,
});
const walletInput = (name: string) =>
  input(name, { amountMajor: 250, currency: 'MXN', payer: { email: 'ana@example.org' } });

type About = { payments: { id: string }[]; preferences: string[] };
const about = async (country: 'co' | 'mx', name: string) =>
  (await emulators.control(`mercado-pago-${country}/about`, { reference: `chl_${name}` })) as About;
const transferOf = async (name: string) => (await about('co', name)).payments[0]?.id ?? '';
const decide = async (name: string, action: string, more: object = {}) =>
  emulators.control(`mercado-pago-co/${action}`, { payment_id: await transferOf(name), ...more });
const payWallet = async (name: string, outcome: string) =>
  emulators.control('mercado-pago-mx/pay_preference', {
    preference_id: (await about('mx', name)).preferences[0],
    outcome,
  });

test('a bank transfer is an order of one payment, and nothing of it that the API refuses is sent', async () => {
  const expected = {
    type: 'online',
    processing_mode: 'automatic',
    total_amount: '50000.00',
    currency: 'COP',
    external_reference: 'chl_start-pay_start',
    description: 'Un pozo',
    transactions: {
      payments: [
        {
          amount: '50000.00',
          payment_method: { id: 'pse', type: 'bank_transfer', financial_institution: '1007' },
        },
      ],
    },
    payer: {
      email: 'ana@example.org',
      entity_type: 'individual',
      first_name: 'Ana',
      last_name: 'Gómez',
      // Masked in the emulators' log.
      identification: { type: 'CC', number: '…' },
      address: {
        zip_code: '11001',
        street_name: 'Calle de la Luna',
        street_number: '5-31',
        neighborhood: 'La Candelaria',
        city: 'Bogotá',
      },
      phone: { area_code: '301', number: '…' },
    },
    additional_info: { payer: { ip_address: '203.0.113.7' } },
    config: { online: { callback_url: 'https://example.org/return' } },
  };
  expect(await requestsOf(() => pse.start(input('start')))).toEqual([
    to('co', 'POST /v1/orders', { body: expected, idempotencyKey: 'key:start' }),
  ]);
});

test('a wallet payment is an order for signed-in users, which expires with its link', async () => {
  const url = 'https://example.org/return';
  const expected = {
    type: 'online',
    processing_mode: 'manual',
    total_amount: '250.00',
    external_reference: 'chl_start-pay_start',
    description: 'Un pozo',
    items: [{ external_code: 'chl_start', title: 'Un pozo', quantity: 1, unit_price: '250.00' }],
    payer: { email: 'ana@example.org' },
    expiration_time: 'PT59M',
    config: {
      online: {
        allowed_user_type: 'account_only',
        success_url: url,
        pending_url: url,
        failure_url: url,
        auto_return: 'approved',
      },
    },
  };
  const start = { ...walletInput('start'), expiresAt: new Date(Date.now() + 3_600_000 - 1) };
  expect(await requestsOf(() => wallet.start(start))).toEqual([
    to('mx', 'POST /v1/orders', { body: expected, idempotencyKey: 'key:start' }),
  ]);
});

test('an order whose response was lost is searched by its reference, and nobody else’s is found', async () => {
  const started = await pse.start(input('lost'));
  await pse.start(input('lost', { key: 'key:other', paymentId: 'pay_other' }));
  let found: unknown;
  const requests = await requestsOf(async () => {
    found = await pse.findStarted('chl_lost', 'pay_lost');
  });
  expect(found).toEqual(started);
  const query = {
    external_reference: 'chl_lost-pay_lost',
    begin_date: expect.any(String),
    end_date: expect.any(String),
  };
  expect(requests).toEqual([to('co', 'GET /v1/orders', { query }), to('co', `GET /v1/orders/${started.reference}`)]);
  expect(await pse.findStarted('chl_lost', 'pay_nobody')).toBeNull();
});

test('an open order costs one request; one that is paid is read with its payment, by which it is refunded', async () => {
  const { reference, redirectUrl } = await pse.start(input('paid'));
  const attempt = { reference, linkId: 'chl_paid' };
  const read = to('co', `GET /v1/orders/${reference}`);
  expect(await requestsOf(() => pse.retrieve(attempt))).toEqual([read]);
  expect(await pse.resume(attempt)).toBe(redirectUrl);
  await decide('paid', 'approve');
  const id = await transferOf('paid');
  expect(await requestsOf(() => pse.retrieve(attempt))).toEqual([
    read,
    searchOf('co', 'chl_paid-pay_paid'),
    to('co', `GET /v1/payments/${id}`),
    to('co', 'GET /v1/payment_methods'),
  ]);
  const { money } = await pse.retrieve(attempt);
  expect(money).toMatchObject([
    {
      id,
      linkId: 'chl_paid',
      paymentId: 'pay_paid',
      amountMinor: 5_000_000n,
      currency: 'COP',
      costs: { complete: true },
    },
  ]);
  expect(money[0]?.source?.bankName).toMatch(/bancolombia/i);
  expect(await pse.resume(attempt)).toBeNull();
  const refund = await pse.refund(id, {
    refundId: 'ref_1',
    amountMinor: 5_000_000n,
    currency: 'COP',
    key: 'refund',
    requestedAt: new Date(),
    otherRefundIds: new Set(),
  });
  expect(refund.status).toBe('succeeded');
  expect((await pse.retrieve(attempt)).money).toMatchObject([{ id, refundedMinor: 5_000_000n }]);
});

test.each([
  ['approve', {}, { status: 'live', money: [{}] }],
  ['reject', {}, { status: 'declined', money: [], lastDecline: 'rejected_by_bank' }],
  ['expire', {}, { status: 'declined', money: [], lastDecline: 'expired' }],
  ['pend', {}, { status: 'processing', money: [] }],
  ['cancel', {}, { status: 'canceled', money: [] }],
  ['set_status', { status: 'something_new' }, { status: 'processing', money: [] }],
])('after %s %j an order is as documented', async (action, more, expected) => {
  const name = `status${Object.keys(more).length}${action}`.replaceAll('_', '');
  const { reference } = await pse.start(input(name));
  await decide(name, action, more);
  expect(await pse.retrieve({ reference, linkId: `chl_${name}` })).toMatchObject(expected);
});

test('a paid order whose payment is not found yet is in process, never ended', async () => {
  const { reference } = await pse.start(input('lagging'));
  await decide('lagging', 'approve');
  await emulators.control('mercado-pago-co/switches', { searchLagMs: 3_600_000 });
  const attempt = { reference, linkId: 'chl_lagging' };
  expect(await pse.retrieve(attempt)).toMatchObject({ status: 'processing', money: [] });
  // An event that names the payment is ahead of the search.
  const seen = await transferOf('lagging');
  expect(await pse.retrieve({ ...attempt, seen })).toMatchObject({ status: 'live', money: [{ id: seen }] });
  await emulators.control('mercado-pago-co/switches', { searchLagMs: 0 });
});

test('a cancelled order is not payable; one that has been paid stays so, and one that is paid late is found', async () => {
  const { reference } = await pse.start(input('cancelled'));
  const attempt = { reference, linkId: 'chl_cancelled' };
  expect(await requestsOf(() => pse.cancel(attempt))).toEqual([
    to('co', `POST /v1/orders/${reference}/cancel`, { idempotencyKey: expect.any(String) }),
    to('co', `GET /v1/orders/${reference}`),
    searchOf('co', 'chl_cancelled-pay_cancelled'),
    to('co', `GET /v1/payments/${await transferOf('cancelled')}`),
  ]);
  expect((await pse.retrieve(attempt)).status).toBe('canceled');
  await decide('cancelled', 'approve', { late: true });
  expect(await pse.retrieve(attempt)).toMatchObject({ money: [{ paymentId: 'pay_cancelled' }] });
  expect(await pse.cancel(attempt)).toMatchObject({ money: [{ paymentId: 'pay_cancelled' }] });
});

test('an order whose answer lacks its reference is unread: payments without one are somebody else’s', async () => {
  const answers: Record<string, object> = {
    '/v1/orders/ORD1': { id: 'ORD1', status: 'processed' },
    '/v1/payments/search': { results: [{ id: 7 }] },
    '/v1/payments/7': {
      id: 7,
      status: 'approved',
      external_reference: '',
      transaction_amount: 9,
      date_approved: '2026-11-28',
    },
  };
  const gateway = createServer(({ url = '' }, response) => {
    response.end(JSON.stringify(answers[url.split('?', 1)[0] ?? ''] ?? []));
  }).listen(0);
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const apiBase = `http://127.0.0.1:${port}`;
  const keys = { accessToken: 'TEST-1', mode: 'test' as const, webhookSecrets: [], apiBase, api: 'orders' as const };
  const rail = mercadoPagoPse('mercado-pago-co', keys);
  await expect(rail.retrieve({ reference: 'ORD1', linkId: 'chl_1' })).rejects.toMatchObject({ failure: 'unreachable' });
  gateway.close();
});

test('in the wallet a declined payment leaves the order open, and a cancelled order takes none', async () => {
  const { reference } = await wallet.start(walletInput('declined'));
  const attempt = { reference, linkId: 'chl_declined' };
  await payWallet('declined', 'reject');
  expect(await wallet.retrieve(attempt)).toMatchObject({ status: 'live', lastDecline: 'rejected_by_regulations' });
  await payWallet('declined', 'pending');
  expect(await wallet.retrieve(attempt)).toMatchObject({ status: 'processing', money: [] });
  const other = await wallet.start(walletInput('given-up'.replace('-', '')));
  const given = { reference: other.reference, linkId: 'chl_givenup' };
  expect(await wallet.cancel(given)).toMatchObject({ status: 'canceled', money: [] });
  expect(await wallet.resume(given)).toBeNull();
});

test('an order that we do not know says what it is for; one that nobody knows is none', async () => {
  const { reference } = await wallet.start(walletInput('found'));
  expect(await wallet.findPayment(reference)).toMatchObject({
    gatewayPaymentId: reference,
    reference,
    linkId: 'chl_found',
    paymentId: 'pay_found',
    amountMajor: 250,
    currency: 'MXN',
  });
  expect(await wallet.findPayment('ORD01AAAAAAAAAAAAAAAAAAAAAAAA')).toBeNull();
  // A payment of an order does not say what was started.
  await pse.start(input('bypayment'));
  expect(await pse.findPayment(await transferOf('bypayment'))).toMatchObject({
    linkId: 'chl_bypayment',
    paymentId: 'pay_bypayment',
    reference: null,
  });
});

test('an attempt goes on with the API that it was started with, whichever is chosen later', async () => {
  const payment = await earlier.start(input('before'));
  const order = await pse.start(input('after'));
  const [before, after] = [
    { reference: payment.reference, linkId: 'chl_before' },
    { reference: order.reference, linkId: 'chl_after' },
  ];
  expect(await pse.resume(before)).toBe(payment.redirectUrl);
  expect(await earlier.resume(after)).toBe(order.redirectUrl);
  expect((await pse.cancel(before)).status).toBe('canceled');
  expect((await earlier.cancel(after)).status).toBe('canceled');
  // A start whose response was lost before the change.
  expect(await pse.findStarted('chl_before', 'pay_before')).toEqual(payment);
});

test('what the donor typed is refused as such, and a key that came with another order is no refusal', async () => {
  const strange = { ...PAYER, bank: '9999' };
  await expect(pse.start(input('refused', { payer: strange }))).rejects.toMatchObject({
    failure: 'refused',
    code: expect.stringMatching(/^payer_refused 400/),
  });
  // A form that the API does not know is not the donor's doing.
  await emulators.control('mercado-pago-co/fail', { kind: 'status', status: 400, code: 'unsupported_properties' });
  await expect(pse.start(input('form'))).rejects.toMatchObject({
    failure: 'refused',
    code: '400 unsupported_properties',
  });
  await pse.start(input('twice'));
  await expect(pse.start(input('twice', { amountMajor: 60_000 }))).rejects.toMatchObject({
    failure: 'unreachable',
    code: '409 idempotency_key_already_used',
  });
});
