import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { cancelLink } from '#lib/payments/sync/end-link.ts';
import { newBrowser } from '#testing/browser.ts';
import {
  accountStateIn,
  bankPage,
  chooseAmount,
  localLinks,
  OTHER_BANK,
  paymentsAt,
  payPreference,
  preferencesAt,
  resetAccounts,
  START_PATH,
  startPse,
  startTransfer,
  startWallet,
} from '#testing/local-rails.ts';
import { askIntent, donorReturns, hold, onlyAttemptOf, poll, statesOf } from '#testing/money.ts';
import { expectProblem, expectRefused } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const donor = newBrowser(service);
const links = localLinks(service, partner);
beforeEach(() => resetAccounts(service));
const co = accountStateIn(service, 'co');

test('a donor is redirected to the chosen bank, with the amount, currency and link', async () => {
  const link = await links.colombian();
  const { status, body } = await startPse(service, link.id);
  expect({ status, body }).toEqual({ status: 200, body: { redirect_url: await bankPage(service, link.id) } });
  const attempt = await onlyAttemptOf(link.id);
  expect(await paymentsAt(service, link.id)).toMatchObject([
    {
      id: Number(attempt.gatewayReference),
      transaction_amount: 50_000,
      currency_id: 'COP',
      external_reference: link.id,
      metadata: { payment: attempt.id },
      description: 'Un pozo',
      transaction_details: { financial_institution: '1007' },
      callback_url: `${service.url}/checkout/return?ref=${link.id}`,
    },
  ]);
  expect(attempt).toMatchObject({ state: 'pending', rail: 'bank_transfer', gateway: 'mercado-pago-co' });
});

test('an amount that cards refuse is still paid by bank transfer', async () => {
  const link = await links.colombian({ amount: 1700 });
  for (const _twice of [1, 2]) expectRefused(await askIntent(service, link.id), 'amount');
  const { status, body } = await startPse(service, link.id);
  expect({ status, body }).toEqual({ status: 200, body: { redirect_url: await bankPage(service, link.id) } });
});

test('a double click, and a returning donor, lead to the same bank page of one payment', async () => {
  const link = await links.colombian();
  const clicks = [await startPse(service, link.id), ...(await Promise.all([startPse(service, link.id)]))];
  expect(new Set(clicks.map(({ body }) => body.redirect_url))).toEqual(new Set([await bankPage(service, link.id)]));
});

test('twenty clicks at once make one payment and lead to one page', async () => {
  const link = await links.colombian();
  const clicks = await Promise.all(Array.from({ length: 20 }, () => startPse(service, link.id)));
  expect(new Set(clicks.map(({ body }) => body.redirect_url))).toEqual(new Set([await bankPage(service, link.id)]));
  expect(await statesOf(link.id)).toEqual(['pending']);
});

test('twenty clicks at once make one preference at the wallet', async () => {
  const link = await links.mexican();
  const clicks = await Promise.all(Array.from({ length: 20 }, () => startWallet(service, link.id)));
  const [preference, ...others] = await preferencesAt(service, link.id);
  expect(others).toEqual([]);
  expect(new Set(clicks.map(({ body }) => body.redirect_url))).toEqual(new Set([preference.init_point]));
  expect(preference).toMatchObject({
    purpose: 'wallet_purchase',
    expires: true,
    expiration_date_to: link.expires_at.replace('Z', '+00:00'),
    items: [{ unit_price: 250, quantity: 1, currency_id: 'MXN', title: 'Un pozo' }],
    back_urls: { success: `${service.url}/checkout/return?ref=${link.id}` },
  });
});

test('another amount cancels the payment before the next one is created', async () => {
  const link = await links.colombian();
  await startPse(donor, link.id);
  await chooseAmount(donor, link.id, 80_000);
  const { body } = await startPse(donor, link.id);
  const [old, next] = await paymentsAt(service, link.id);
  expect(old).toMatchObject({ status: 'cancelled', transaction_amount: 50_000 });
  expect(next).toMatchObject({ status: 'pending', transaction_amount: 80_000 });
  expect(body.redirect_url).toBe(next.transaction_details.external_resource_url);
  expect(await statesOf(link.id)).toEqual(['canceled', 'pending']);
});

test('a donor who starts over gets another payment, and the first is cancelled', async () => {
  const link = await links.colombian();
  await startPse(service, link.id);
  const { body } = await startPse(service, link.id, { payer: OTHER_BANK, start_over: true });
  const [old, next] = await paymentsAt(service, link.id);
  expect(old.status).toBe('cancelled');
  expect(next.transaction_details).toMatchObject({
    financial_institution: '1001',
    external_resource_url: body.redirect_url,
  });
});

test('starting over after the bank has taken the money completes the link with it', async () => {
  const link = await links.colombian();
  const payment_id = await startTransfer(service, link.id);
  await service.control('mercado-pago-co/approve', { payment_id });
  expectProblem(await startPse(service, link.id, { start_over: true }), 409, 'checkout_link_not_payable');
  expect((await poll(service, partner.key, link.id)).body.status).toBe('completed');
  expect(await paymentsAt(service, link.id)).toHaveLength(1);
});

test('after a decline the donor tries again with another payment', async () => {
  const link = await links.colombian();
  await startPse(service, link.id);
  await service.control('mercado-pago-co/reject', { payment_id: (await paymentsAt(service, link.id))[0].id });
  const { body } = await startPse(service, link.id);
  const [, next] = await paymentsAt(service, link.id);
  expect(body.redirect_url).toBe(next.transaction_details.external_resource_url);
  expect(await statesOf(link.id)).toEqual(['declined', 'pending']);
});

test.each([
  ['an error of PSE', { kind: 'status', status: 500 }],
  ['too many calls', { kind: 'status', status: 429 }],
  ['a gateway that hangs up', { kind: 'reset_before' }],
])('%s: 503 with Retry-After, and the retry makes one payment', async (_, failure) => {
  const link = await links.colombian();
  await co('fail', { ...failure, method: 'POST', path: START_PATH });
  const failed = await startPse(service, link.id);
  expectProblem(failed, 503, 'internal_error');
  expect(failed.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await startPse(service, link.id, { payer: OTHER_BANK })).body.redirect_url).toBe(
    await bankPage(service, link.id),
  );
});

test('a token that the gateway refuses is not the donor’s error: 503, and one payment once it is fixed', async () => {
  const link = await links.colombian();
  await co('fail', { kind: 'status', status: 401, method: 'POST' });
  expectProblem(await startPse(service, link.id), 503, 'internal_error');
  expect((await startPse(service, link.id)).body.redirect_url).toBe(await bankPage(service, link.id));
  expect(await statesOf(link.id)).toEqual(['failed', 'pending']);
});

test('a value that the gateway refuses is an error in the form, and can be corrected', async () => {
  const link = await links.colombian();
  await co('fail', { kind: 'status', status: 400, method: 'POST' });
  expect(expectRefused(await startPse(service, link.id), 'payer')).toEqual(['refused']);
  expect((await startPse(service, link.id)).status).toBe(200);
});

test('a link that ends while the gateway creates its payment: the payment is cancelled, and 409', async () => {
  const link = await links.colombian();
  const gateway = await hold(service, 'mercado-pago-co', { method: 'POST', path: START_PATH });
  const started = startPse(service, link.id);
  await gateway.arrived();
  await cancelLink(link.id, new Date());
  await gateway.release();
  expectProblem(await started, 409, 'checkout_link_not_payable');
  expect(await paymentsAt(service, link.id)).toMatchObject([{ status: 'cancelled' }]);
  expect(await statesOf(link.id)).toEqual(['canceled']);
});

test('a slow wallet that is called twice creates a second preference that nobody sees', async () => {
  const link = await links.mexican();
  const gateway = await hold(service, 'mercado-pago-mx', { method: 'POST' });
  const first = startWallet(service, link.id);
  await gateway.arrived();
  await db().$executeRaw`UPDATE payments SET claimed_until = now() WHERE link_id = ${link.id}`;
  const second = await startWallet(service, link.id);
  await gateway.release();
  expect((await first).body).toEqual(second.body);
  const preferences = await preferencesAt(service, link.id);
  expect(preferences).toHaveLength(2);
  const shown = preferences.find(({ init_point }) => init_point === second.body.redirect_url);
  await payPreference(service, shown.id);
  expect((await donorReturns(service, link.id)).body.status).toBe('completed');
});
