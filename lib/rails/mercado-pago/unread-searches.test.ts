import { afterEach, expect, test, vi } from 'vitest';
import { mercadoPagoPse } from '../mercado-pago-pse/adapter.ts';
import { mercadoPagoWallet } from '../mercado-pago-wallet/adapter.ts';

const keys = (api: 'payments' | 'orders') => ({
  accessToken: 'TEST-1',
  mode: 'test' as const,
  webhookSecrets: [],
  apiBase: 'http://gateway.example',
  api,
});

/** Answers each request by its path and its `offset` or `page`. */
function answering(answers: Record<string, unknown>): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL(String(input));
    const offset = searchParams.get('offset') ?? searchParams.get('page');
    const answer = answers[offset === null ? pathname : `${pathname} ${offset}`];
    if (answer === undefined) return Response.json({}, { status: 404 });
    return Response.json(answer);
  });
}
afterEach(() => vi.restoreAllMocks());

const NO_PAYMENTS = { results: [], paging: { total: 0 } };
const NO_PREFERENCES = { elements: [], next_offset: 0, total: 0 };
const SEARCHES = { '/v1/payments/search': NO_PAYMENTS, '/checkout/preferences/search': NO_PREFERENCES };
const order = { id: 'ORD1', external_reference: 'chl_1-pay_1' };
const unreachable = { failure: 'unreachable' };

test.each([
  {},
  { data: null, paging: { total: '0' } },
  { data: [{}], paging: { total: '1' } },
  { data: [] },
  { data: [], paging: { total: 'none' } },
  { data: [{ ...order, external_reference: 'chl_2-pay_2' }], paging: { total: '2' } },
])('a search for an order that answers %j does not say that none was started', async (answer) => {
  answering({ ...SEARCHES, '/v1/orders': answer });
  for (const rail of [mercadoPagoPse('co', keys('orders')), mercadoPagoWallet('mx', keys('orders'))])
    await expect(rail.findStarted('chl_1', 'pay_1')).rejects.toMatchObject(unreachable);
});

test.each([
  {},
  { elements: null, total: 0 },
  { elements: [{}], total: 1 },
  { elements: [] },
  { elements: [], total: 1 },
  { elements: [{ id: 'other' }], next_offset: 0, total: 2 },
  { elements: [{ id: 'other' }], next_offset: 2, total: 2 },
  { elements: [], next_offset: 1, total: 1 },
  { elements: [{ id: 'live', live_mode: true }], next_offset: 2, total: 2 },
  { elements: [{ id: 'live', live_mode: true }, {}], total: 2 },
])('a search for a preference that answers %j does not say that none was started', async (answer) => {
  const other = { id: 'other', metadata: { payment: 'pay_2' } };
  answering({
    '/v1/payments/search': NO_PAYMENTS,
    '/v1/orders': { data: [], paging: { total: '0' } },
    '/checkout/preferences/search': answer,
    '/checkout/preferences/search 1': answer,
    '/checkout/preferences/other': other,
  });
  await expect(mercadoPagoWallet('mx', keys('payments')).findStarted('chl_1', 'pay_1')).rejects.toMatchObject(
    unreachable,
  );
});

test('a preference behind a page that says it was the last, or behind one of the other mode, is found', async () => {
  const own = { id: 'own', init_point: 'https://own', metadata: { payment: 'pay_1' } };
  for (const live_mode of [false, true]) {
    answering({
      '/checkout/preferences/search': { elements: [{ id: 'first', live_mode }], next_offset: 2, total: 2 },
      '/checkout/preferences/search 1': { elements: [{ id: 'own' }], next_offset: 2, total: 2 },
      '/checkout/preferences/first': { id: 'first', metadata: { payment: 'pay_2' } },
      '/checkout/preferences/own': own,
    });
    const found = await mercadoPagoWallet('mx', keys('payments')).findStarted('chl_1', 'pay_1');
    expect(found).toEqual({ reference: 'own', redirectUrl: 'https://own' });
  }
});

test('where all of a link’s preferences are of the other mode, nothing was started', async () => {
  answering({
    ...SEARCHES,
    '/v1/orders': { data: [], paging: { total: '0' } },
    '/checkout/preferences/search': { elements: [{ id: 'live', live_mode: true }], total: 1 },
  });
  expect(await mercadoPagoWallet('mx', keys('payments')).findStarted('chl_1', 'pay_1')).toBeNull();
});

test('a preference behind a page of others of its link is found', async () => {
  const page = (id: string, next_offset: number) => ({ elements: [{ id }], next_offset, total: 2 });
  const preference = (id: string, payment: string) => ({ id, init_point: `https://${id}`, metadata: { payment } });
  answering({
    '/checkout/preferences/search': page('other', 1),
    '/checkout/preferences/search 1': page('own', 2),
    '/checkout/preferences/other': preference('other', 'pay_2'),
    '/checkout/preferences/own': preference('own', 'pay_1'),
  });
  const found = await mercadoPagoWallet('mx', keys('payments')).findStarted('chl_1', 'pay_1');
  expect(found).toEqual({ reference: 'own', redirectUrl: 'https://own' });
});

test('where nothing was started, nothing is found', async () => {
  answering({ ...SEARCHES, '/v1/orders': { data: [], paging: { total: '0' } } });
  for (const api of ['payments', 'orders'] as const) {
    expect(await mercadoPagoPse('co', keys(api)).findStarted('chl_1', 'pay_1')).toBeNull();
    expect(await mercadoPagoWallet('mx', keys(api)).findStarted('chl_1', 'pay_1')).toBeNull();
  }
});
