import { expect, test } from 'vitest';
import { checkoutView } from '#lib/payments/views/load-checkout.ts';
import { newBrowser } from '#testing/browser.ts';
import { changeCause, openLink } from '#testing/factories.ts';
import { chooseAmount, localLinks, paymentsAt, startPse, startWallet } from '#testing/local-rails.ts';
import { attemptsOf, setExpiry } from '#testing/money.ts';
import { PAYER } from '#testing/payer.ts';
import { expectProblem, expectRefused } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const MINUTE_MS = 60_000;
const { service, partner } = runningService();
const donor = newBrowser(service);
const links = localLinks(service, partner);
const page = async (linkId: string) => {
  const view = await checkoutView(linkId, new Date());
  if (!view) throw new Error('no such link');
  return view;
};

test('while the gateway has no bank, or cannot be reached, the page has an empty list of banks', async () => {
  const link = await links.colombian();
  await service.control('mercado-pago-co/switches', { emptyBankList: true });
  expect((await page(link.id)).redirects).toMatchObject([{ method: 'bank_transfer', options: [] }]);
  await service.control('mercado-pago-co/switches', { emptyBankList: false });
  await service.control('mercado-pago-co/gateway_down');
  expect((await page(link.id)).redirects).toEqual([
    { method: 'bank_transfer', form: 'pse', min: 1600, max: 340_000_000, options: [] },
  ]);
  const down = await startPse(service, link.id);
  expectProblem(down, 503, 'internal_error');
  expect(down.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  await service.control('mercado-pago-co/gateway_up');
  const [pse] = (await page(link.id)).redirects;
  expect(pse?.options).toContainEqual({ code: '1007', name: 'Bancolombia' });
});

test('Colombia offers bank transfer and card, Mexico the wallet', async () => {
  expect((await page((await links.colombian()).id)).methods).toEqual(['bank_transfer', 'card']);
  const mexican = await page((await links.mexican()).id);
  expect(mexican.methods).toEqual(['wallet']);
  expect(mexican.redirects).toMatchObject([{ method: 'wallet', form: 'mercado-pago-wallet', options: [] }]);
});

test.each([
  ['CO', 'USD', 'bank_transfer'],
  ['CO', 'MXN', 'bank_transfer'],
  ['MX', 'USD', 'wallet'],
  ['MX', 'COP', 'wallet'],
  ['US', 'COP', 'bank_transfer'],
  ['ES', 'MXN', 'wallet'],
])('a cause in %s that collects %s is paid by card, and not by %s', async (country, currency, method) => {
  const cause = await links.causeIn(country, currency);
  const link = await openLink(service, partner, { cause, currency, amount: 5000 });
  const { methods, redirects } = await page(link.id);
  expect({ methods, redirects }).toEqual({ methods: ['card'], redirects: [] });
  const payer = method === 'wallet' ? { email: '' } : PAYER;
  expectRefused(await startPse(service, link.id, { method, payer }), 'method');
});

test('bank transfer is not offered in the last 16 minutes, the wallet until the last minute', async () => {
  const colombian = await links.colombian();
  await setExpiry(colombian.id, new Date(Date.now() + 18 * MINUTE_MS));
  expect((await page(colombian.id)).methods).toContain('bank_transfer');
  await setExpiry(colombian.id, new Date(Date.now() + 16 * MINUTE_MS - 1));
  expect((await page(colombian.id)).methods).toEqual(['card']);
  expectRefused(await startPse(service, colombian.id), 'method');
  expect(await attemptsOf(colombian.id)).toEqual([]);

  const mexican = await links.mexican();
  await setExpiry(mexican.id, new Date(Date.now() + 3 * MINUTE_MS));
  expect((await page(mexican.id)).methods).toEqual(['wallet']);
  await setExpiry(mexican.id, new Date(Date.now() + MINUTE_MS - 1));
  expect((await page(mexican.id)).methods).toEqual(['card']);
  expectRefused(await startWallet(service, mexican.id), 'method');
});

test.each([
  [1599, 'must be at least 1600 COP with this method'],
  [340_000_001, 'must be at most 340000000 COP with this method'],
])(
  'COP %i cannot be transferred: the limit is an error of the amount, and nothing is sent',
  async (amount, message) => {
    const link = await links.colombian({ amount });
    expect(expectRefused(await startPse(service, link.id), 'amount')).toEqual([message]);
    expect(await paymentsAt(service, link.id)).toEqual([]);
    expect(await attemptsOf(link.id)).toEqual([]);
  },
);

test.each([1600, 340_000_000])('COP %i can be transferred', async (amount) => {
  const link = await links.colombian();
  await chooseAmount(donor, link.id, amount);
  expect((await startPse(donor, link.id)).status).toBe(200);
  expect(await paymentsAt(service, link.id)).toMatchObject([{ transaction_amount: amount }]);
});

test('more than a wallet’s maximum is an error of the amount', async () => {
  const link = await links.mexican({ amount: 1_000_001 });
  expectRefused(await startWallet(service, link.id), 'amount');
});

test('a cause that has stopped collecting starts nothing', async () => {
  const cause = await links.causeIn('CO', 'COP');
  const link = await links.colombian();
  await changeCause(cause, { state: 'paused' });
  expectProblem(await startPse(service, link.id), 422, 'cause_not_accepting_payments');
  expect(await paymentsAt(service, link.id)).toEqual([]);
  await changeCause(cause, { state: 'published' });
  expect((await startPse(service, link.id)).status).toBe(200);
});
