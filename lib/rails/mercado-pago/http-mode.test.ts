import { expect, test, vi } from 'vitest';
import { log } from '#lib/log.ts';
import { WRONG_MODE } from '../port/checks.ts';
import { mercadoPagoModeCheck } from './http.ts';

Object.assign(process.env, { LOG_LEVEL: 'silent' });

const TEST_TOKEN = { accessToken: 'TEST-1', mode: 'test' } as const;
const TEST_USER = { accessToken: 'APP_USR-1', mode: 'test' } as const;
const LIVE = { accessToken: 'APP_USR-1', mode: 'live' } as const;
const checkOf = (keys: typeof TEST_TOKEN | typeof TEST_USER | typeof LIVE) =>
  mercadoPagoModeCheck('mercado-pago-co', { ...keys, webhookSecrets: [], apiBase: 'https://api.mercadopago.com' });

test.each([
  ['a test token', TEST_TOKEN, false],
  ['the token of a real account', LIVE, true],
])('%s accepts objects of its own mode or without one, and nothing else', (_what, keys, own) => {
  const { ours } = checkOf(keys);
  for (const answer of [{ id: 1, live_mode: own }, { id: 1 }, {}, { live_mode: null }])
    expect(ours('/v1/payments/1', answer)).toEqual(answer);
  expect(() => ours('/v1/payments/1', { id: 1, live_mode: !own })).toThrow(WRONG_MODE);
});

test('objects of the other mode are removed from lists, whatever the list is called', () => {
  const { ours } = checkOf(LIVE);
  const [mine, other, silent] = [{ id: 1, live_mode: true }, { id: 2, live_mode: false }, { id: 3 }];
  for (const name of ['results', 'elements'])
    expect(ours('/search', { [name]: [mine, other, silent], paging: { total: 3 } })).toEqual({
      [name]: [mine, silent],
      listed_ids: [1, 2, 3],
      paging: { total: 3 },
    });
  expect(ours('/list', [mine, other, silent, 'text'])).toEqual([mine, silent, 'text']);
});

test('objects of a test user’s token are not checked, because their mode is not documented', () => {
  const { ours } = checkOf(TEST_USER);
  for (const live_mode of [true, false]) expect(ours('/v1/payments/1', { live_mode })).toEqual({ live_mode });
});

test('the account itself reports whether its token is a test user’s', () => {
  const isOurs = (keys: Parameters<typeof checkOf>[0], tags?: string[]) => checkOf(keys).isOurAccount('7', tags);
  expect([isOurs(TEST_USER, ['normal', 'test_user']), isOurs(TEST_USER, ['normal'])]).toEqual([true, false]);
  expect([isOurs(LIVE, ['normal', 'test_user']), isOurs(LIVE, ['normal'])]).toEqual([false, true]);
  // Real accounts have test tokens too.
  expect([isOurs(TEST_TOKEN, ['test_user']), isOurs(TEST_TOKEN, ['normal'])]).toEqual([true, true]);
  expect([isOurs(TEST_USER), isOurs(LIVE)]).toEqual([true, true]);
});

test('an object of the other mode is logged as an error, with its kind and id only', () => {
  const error = vi.spyOn(log(), 'error');
  const payment = { id: 4, live_mode: true, payer: { email: 'ana@example.org' } };
  expect(() => checkOf(TEST_TOKEN).ours('/v1/payments/4', payment)).toThrow(WRONG_MODE);
  expect(error.mock.calls.map(([fields]) => fields)).toEqual([
    { gateway: 'mercado-pago-co', kind: '/v1/payments/4', id: 4, live: true },
  ]);
  error.mockRestore();
});
