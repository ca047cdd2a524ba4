import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MercadoPagoHttp } from '../mercado-pago/http.ts';
import { GatewayError } from '../port/errors.ts';
import { pseOffer } from './offer.ts';

const BANKS = [{ id: '1007', description: 'Bancolombia' }];
const FALLBACK = { min: 1600, max: 340_000_000, options: [] };
const HOUR_MS = 3_600_000;
const pse = (overrides: object = {}) => ({
  id: 'pse',
  min_allowed_amount: 2000,
  max_allowed_amount: 900_000,
  financial_institutions: BANKS,
  ...overrides,
});
const LISTED = { min: 2000, max: 900_000, options: [{ code: '1007', name: 'Bancolombia' }] };

const get = vi.fn<(path: string) => Promise<unknown>>();
const newOffer = () => pseOffer({ get } as unknown as MercadoPagoHttp);
const unreachable = () => Promise.reject(new GatewayError('unreachable', 'no_answer', undefined));

beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  get.mockReset();
});

test('bounds and banks are the gateway’s, requested once an hour', async () => {
  get.mockResolvedValue([{ id: 'visa' }, pse()]);
  const offer = newOffer();
  expect(await offer()).toEqual(LISTED);
  vi.setSystemTime(Date.now() + HOUR_MS - 1);
  expect(await offer()).toEqual(LISTED);
  expect(get.mock.calls.map(([path]) => path)).toEqual(['/v1/payment_methods']);
  get.mockResolvedValue([pse({ min_allowed_amount: 5000 })]);
  vi.setSystemTime(Date.now() + 1);
  expect(await offer()).toEqual({ ...LISTED, min: 5000 });
});

test('a failing gateway leaves the last list in place, and is asked again the next time', async () => {
  get.mockResolvedValueOnce([pse()]);
  const offer = newOffer();
  await offer();
  vi.setSystemTime(Date.now() + HOUR_MS);
  get.mockImplementationOnce(unreachable);
  expect(await offer()).toEqual(LISTED);
  get.mockResolvedValueOnce([pse({ max_allowed_amount: 10_000 })]);
  expect(await offer()).toEqual({ ...LISTED, max: 10_000 });
});

test('a gateway that has never answered leaves the documented bounds and no bank', async () => {
  get.mockImplementation(unreachable);
  expect(await newOffer()()).toEqual(FALLBACK);
});

test('an empty list of banks is returned, and requested again the next time', async () => {
  get.mockResolvedValueOnce([pse({ financial_institutions: [] })]);
  const offer = newOffer();
  expect(await offer()).toEqual({ ...LISTED, options: [] });
  get.mockResolvedValueOnce([pse()]);
  expect(await offer()).toEqual(LISTED);
});

test('an account without PSE, and a response of another form, leave the documented bounds and no bank', async () => {
  for (const answer of [[{ id: 'visa' }], [], {}, { results: [] }]) {
    get.mockResolvedValueOnce(answer);
    expect(await newOffer()()).toEqual(FALLBACK);
  }
});

test('banks without a code or a name are left out, and missing bounds are the documented ones', async () => {
  const odd = [...BANKS, { id: '1', description: '' }, { description: 'No code' }];
  get.mockResolvedValueOnce([{ id: 'pse', financial_institutions: odd }]);
  expect(await newOffer()()).toEqual({ ...FALLBACK, options: LISTED.options });
});

test('banks are in the order of the alphabet, however the gateway lists and spells them', async () => {
  const names = ['NEQUI', 'Itaú', 'bancolombia', 'IRIS', 'Ñandú'];
  const banks = names.map((description, index) => ({ id: String(index), description }));
  get.mockResolvedValueOnce([pse({ financial_institutions: banks })]);
  expect((await newOffer()()).options.map(({ name }) => name)).toEqual([
    'bancolombia',
    'IRIS',
    'Itaú',
    'NEQUI',
    'Ñandú',
  ]);
});

test('a hundred concurrent pages ask the gateway once', async () => {
  get.mockResolvedValue([pse()]);
  const offer = newOffer();
  const offers = await Promise.all(Array.from({ length: 100 }, () => offer()));
  expect(new Set(offers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(get).toHaveBeenCalledTimes(1);
});
