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
beforeAll(async () => {
  emulators = await startTestEmulators();
  const keys = (country: 'co' | 'mx') => ({
    accessToken: `TEST-${country}`,
    mode: 'test' as const,
    api: 'payments' as const,
    webhookSecrets: [],
    apiBase: `${emulators.url}/mercado-pago/${country}`,
  });
  for (const country of ['co', 'mx']) await emulators.control(`mercado-pago-${country}/webhooks`, { drop: true });
  pse = mercadoPagoPse('mercado-pago-co', keys('co'));
  wallet = mercadoPagoWallet('mercado-pago-mx', keys('mx'));
});
afterAll(() => emulators.close());

const requestsOf = (work: () => Promise<unknown>) => requestsDuring(emulators, work);
/** A request to a country's account, by the path after the account. */
const to = (country: 'co' | 'mx', request: string, more: object = {}) => ({
  request: request.replace(' /', ` /mercado-pago/${country}/`),
  ...more,
});
const searchOf = (country: 'co' | 'mx', linkId: string) =>
  to(country, 'GET /v1/payments/search', {
    query: { external_reference: linkId, sort: 'date_created', criteria: 'desc', limit: '100' },
  });
const input = (paymentId: string, more: Partial<RedirectStart> = {}): RedirectStart => ({
  key: `key:${paymentId}`,
  linkId: `chl_${paymentId}`,
  paymentId,
  metadata: { cause: 'aB3' },
  amountMajor: 50_000,
  currency: 'COP',
  description: 'Un pozo',
  returnUrl: 'https://example.org/return',
  notificationUrl: null,
  expiresAt: new Date(Date.now() + 3_600_000),
  clientAddress: null,
  payer: PAYER,
  ...more,
});
const walletInput = (paymentId: string) =>
  input(paymentId, { amountMajor: 250, currency: 'MXN', payer: { email: 'ana@example.org' } });
const refundInput = (refundId: string, amountMinor: bigint, currency: string) => ({
  refundId,
  amountMinor,
  currency,
  key: `refund:${refundId}`,
  requestedAt: new Date(),
  otherRefundIds: new Set<string>(),
});

type Emulated = { id: number };
const paymentsOf = async (country: 'co' | 'mx', linkId: string) =>
  (
    (await emulators.control(`mercado-pago-${country}/payments`, { external_reference: linkId })) as {
      payments: Emulated[];
    }
  ).payments.map(({ id }) => String(id));
const payWallet = async (preference_id: string): Promise<string> => {
  const paid = await emulators.control('mercado-pago-mx/pay_preference', { preference_id });
  return String((paid as { payment: Emulated }).payment.id);
};

/** Repeats some work with a new number each time. */
let numbers = 0;
async function repeat(times: number, work: (name: string) => Promise<unknown>): Promise<void> {
  for (let count = 0; count < times; count++) {
    numbers += 1;
    await work(`other-${numbers}`);
  }
}

test('a bank transfer is started with its amount in major units, its link, our payment and its key', async () => {
  const expected = {
    transaction_amount: 50_000,
    description: 'Un pozo',
    payment_method_id: 'pse',
    external_reference: 'chl_start',
    notification_url: 'https://example.org/webhooks',
    callback_url: 'https://example.org/return',
    additional_info: { ip_address: '203.0.113.7' },
    transaction_details: { financial_institution: '1007' },
    metadata: { cause: 'aB3', payment: 'start' },
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
  };
  const start = input('start', {
    clientAddress: '203.0.113.7',
    notificationUrl: 'https://example.org/webhooks',
  });
  expect(await requestsOf(() => pse.start(start))).toEqual([
    to('co', 'POST /v1/payments', { body: expected, idempotencyKey: 'key:start' }),
  ]);
});

test('a wallet preference is created with its amount in major units, its link, our payment and its key', async () => {
  const expiresAt = new Date('2030-01-01T12:00:00.000Z');
  const start = { ...walletInput('preference'), expiresAt, notificationUrl: 'https://example.org/webhooks' };
  const url = 'https://example.org/return';
  expect(await requestsOf(() => wallet.start(start))).toEqual([
    to('mx', 'POST /checkout/preferences', {
      body: {
        purpose: 'wallet_purchase',
        items: [
          {
            id: 'chl_preference',
            title: 'Un pozo',
            quantity: 1,
            unit_price: 250,
            currency_id: 'MXN',
          },
        ],
        external_reference: 'chl_preference',
        payer: { email: 'ana@example.org' },
        back_urls: { success: url, pending: url, failure: url },
        auto_return: 'approved',
        notification_url: 'https://example.org/webhooks',
        expires: true,
        expiration_date_to: '2030-01-01T12:00:00.000+00:00',
        metadata: { cause: 'aB3', payment: 'preference' },
      },
      idempotencyKey: 'key:preference',
    }),
  ]);
});

test('a transfer whose response was lost is searched by its link, on an account with more than a page of others', async () => {
  const started = await pse.start(input('lost'));
  await repeat(101, (name) => pse.start(input(name)));
  let found: unknown;
  const requests = await requestsOf(async () => {
    found = await pse.findStarted('chl_lost', 'lost');
  });
  expect(found).toEqual(started);
  expect(requests).toEqual([searchOf('co', 'chl_lost'), to('co', `GET /v1/payments/${started.reference}`)]);
});

test('a preference whose response was lost is searched by its link, on an account with more than a page of others', async () => {
  const started = await wallet.start(walletInput('lost'));
  await repeat(31, (name) => wallet.start(walletInput(name)));
  let found: unknown;
  const requests = await requestsOf(async () => {
    found = await wallet.findStarted('chl_lost', 'lost');
  });
  expect(found).toEqual(started);
  expect(requests).toEqual([
    to('mx', 'GET /checkout/preferences/search', { query: { external_reference: 'chl_lost' } }),
    to('mx', `GET /checkout/preferences/${started.reference}`),
  ]);
});

test('the payments of a preference are searched by its link, on an account with more than a page of others', async () => {
  const { reference } = await wallet.start(walletInput('paid'));
  const paid = await payWallet(reference);
  await repeat(101, async (name) => payWallet((await wallet.start(walletInput(name))).reference));
  let money: string[] = [];
  const requests = await requestsOf(async () => {
    money = (await wallet.retrieve({ reference, linkId: 'chl_paid' })).money.map(({ id }) => id);
  });
  expect(money).toEqual([paid]);
  expect(requests).toHaveLength(3);
  expect(requests).toEqual(
    expect.arrayContaining([
      to('mx', `GET /checkout/preferences/${reference}`),
      searchOf('mx', 'chl_paid'),
      to('mx', `GET /v1/payments/${paid}`),
    ]),
  );
});

test('a preference is cancelled by its expiry, and its pending payments with it', async () => {
  const { reference } = await wallet.start(walletInput('cancelled'));
  const requests = await requestsOf(() => wallet.cancel({ reference, linkId: 'chl_cancelled' }));
  const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
  expect(requests[0]).toEqual(
    to('mx', `PUT /checkout/preferences/${reference}`, {
      body: { expires: true, expiration_date_to: now },
      idempotencyKey: expect.any(String),
    }),
  );
  const read = [to('mx', `GET /checkout/preferences/${reference}`), searchOf('mx', 'chl_cancelled')];
  expect(requests.slice(1)).toHaveLength(4);
  expect(requests.slice(1, 3)).toEqual(expect.arrayContaining(read));
  expect(requests.slice(3)).toEqual(expect.arrayContaining(read));
});

test('a transfer is retrieved by its id, resumed by its id, and cancelled', async () => {
  const { reference } = await pse.start(input('transfer'));
  const attempt = { reference, linkId: 'chl_transfer' };
  const read = to('co', `GET /v1/payments/${reference}`);
  expect(await requestsOf(() => pse.retrieve(attempt))).toEqual([read]);
  expect(await requestsOf(() => pse.resume(attempt))).toEqual([read]);
  expect(await requestsOf(() => pse.cancel(attempt))).toEqual([
    to('co', `PUT /v1/payments/${reference}`, {
      body: { status: 'cancelled' },
      idempotencyKey: expect.any(String),
    }),
    read,
  ]);
});

test.each([
  ['a part with cents', 1_250n, 12.5],
  ['a whole amount', 25_000n, 250],
])('a refund of %s is sent in major units under our key; a second call finds it', async (name, minor, major) => {
  const { reference } = await wallet.start(walletInput(`refund-${major}`));
  const payment = await payWallet(reference);
  const asked = [to('mx', `GET /v1/payments/${payment}/refunds`), to('mx', `GET /v1/payments/${payment}`)];
  const refund = refundInput(name, minor, 'MXN');
  expect(await requestsOf(() => wallet.refund(payment, refund))).toEqual([
    ...asked,
    to('mx', `POST /v1/payments/${payment}/refunds`, {
      body: { amount: major },
      idempotencyKey: `refund:${name}`,
    }),
  ]);
  expect(await requestsOf(() => wallet.refund(payment, { ...refund, key: 'another' }))).toEqual(asked);
});

test('the banks are read from the payment methods, once for a while', async () => {
  expect(await requestsOf(() => pse.offer())).toEqual([to('co', 'GET /v1/payment_methods')]);
  expect(await requestsOf(() => pse.offer())).toEqual([]);
});

test('the chargebacks of a payment are searched by its id, on an account with more than a page of others', async () => {
  const chargeBack = async (name: string): Promise<string> => {
    const { reference } = await pse.start(input(name));
    for (const action of ['approve', 'charge_back'])
      await emulators.control(`mercado-pago-co/${action}`, {
        payment_id: reference,
        ...(action === 'charge_back' ? { status_detail: 'in_process' } : {}),
      });
    return reference;
  };
  const reference = await chargeBack('charged');
  await repeat(26, chargeBack);
  let disputes: string[] = [];
  const requests = await requestsOf(async () => {
    const { money } = await pse.retrieve({ reference, linkId: 'chl_charged' });
    disputes = money.flatMap((payment) => (payment.disputes ?? []).map(({ id }) => id));
  });
  expect(requests).toEqual([
    to('co', `GET /v1/payments/${reference}`),
    to('co', 'GET /v1/chargebacks/search', { query: { payment_id: reference } }),
  ]);
  const [chargeback, ...others] = disputes;
  expect(others).toEqual([]);
  let found: unknown;
  const lookup = await requestsOf(async () => {
    found = await pse.findPayment(`chargeback:${chargeback}`);
  });
  expect(found).toMatchObject({ gatewayPaymentId: reference, linkId: 'chl_charged' });
  expect(lookup).toEqual([
    // An id that could be a card number is masked in the emulators' log.
    {
      request: expect.stringMatching(new RegExp(`^GET /mercado-pago/co/v1/chargebacks/(${chargeback}|%E2%80%A6)$`)),
    },
    to('co', `GET /v1/payments/${reference}`),
  ]);
});

test('a report is requested for its period under one key, awaited, and downloaded completely', async () => {
  await emulators.control('mercado-pago-mx/switches', { reportDelayMs: 60_000 });
  const payments = await paymentsOf('mx', 'chl_paid');
  const [from, until] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 60_000)];
  const dates = [from, until].map(
    (instant) => `${new Date(Math.ceil(instant.getTime() / 1000) * 1000).toISOString().slice(0, 19)}Z`,
  );
  let reportId = '';
  const path = 'GET /v1/account/settlement_report';
  const requested = await requestsOf(async () => {
    const books = await wallet.readBooks({ from, to: until }, null);
    if (books.ready) throw new Error('the report is made at once');
    reportId = books.reportId;
  });
  expect(requested).toEqual([
    to('mx', 'POST /v1/account/settlement_report', {
      body: { begin_date: dates[0], end_date: dates[1] },
      idempotencyKey: `books:${dates[0]}:${dates[1]}`,
    }),
    to('mx', `${path}/task/${reportId}`),
  ]);
  await emulators.control('clock', { advanceMs: 3_600_000 });
  const lines: (string | null)[] = [];
  const read = await requestsOf(async () => {
    const books = await wallet.readBooks({ from, to: until }, reportId);
    if (!books.ready) throw new Error('the report is not ready');
    for await (const page of books.pages) lines.push(...page.map((line) => line.gatewayPaymentId));
  });
  expect(read).toEqual([
    to('mx', `${path}/task/${reportId}`),
    {
      request: expect.stringMatching(/^GET \/mercado-pago\/mx\/v1\/account\/settlement_report\/[^/]+\.csv$/),
    },
  ]);
  expect(lines).toEqual(expect.arrayContaining(payments));
  expect(lines.length).toBeGreaterThan(100);
});

test('the balance is that of the account that the token belongs to', async () => {
  const [account, balance, ...others] = await requestsOf(() => wallet.readBalance());
  expect([account, others]).toEqual([to('mx', 'GET /users/me'), []]);
  expect(balance?.request).toMatch(/^GET \/mercado-pago\/mx\/users\/\d+\/mercadopago_account\/balance$/);
});
