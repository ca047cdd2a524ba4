import { beforeEach, expect, test } from 'vitest';
import {
  accountStateIn,
  bankPage,
  localCalls,
  localLinks,
  OTHER_BANK,
  paymentsAt,
  preferencesAt,
  resetAccounts,
  START_PATH,
  setAge,
  startPse,
  startWallet,
} from '#testing/local-rails.ts';
import { onlyAttemptOf, statesOf } from '#testing/money.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(() => resetAccounts(service));
const co = accountStateIn(service, 'co');
/** The next payment is created, but its response is lost. */
const loseAnswer = () => co('fail', { kind: 'reset_after', method: 'POST', path: START_PATH });

test.each([
  ['the same bank', {}],
  ['another bank', { payer: OTHER_BANK }],
])('after a lost response to a created payment, a retry with %s finds that payment', async (_, wish) => {
  const link = await links.colombian();
  await loseAnswer();
  const lost = await startPse(service, link.id);
  expectProblem(lost, 503, 'internal_error');
  expect(lost.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  const retried = await startPse(service, link.id, wish);
  expect(retried.body).toEqual({ redirect_url: await bankPage(service, link.id) });
  expect(await statesOf(link.id)).toEqual(['pending']);
});

test('after a lost response while the search lags, the key finds the payment, and another bank has to wait for the search', async () => {
  const link = await links.colombian();
  await service.control('mercado-pago-co/switches', { searchLagMs: 3_600_000 });
  await loseAnswer();
  expectProblem(await startPse(service, link.id), 503, 'internal_error');
  expectProblem(await startPse(service, link.id, { payer: OTHER_BANK }), 503, 'internal_error');
  const retried = await startPse(service, link.id);
  expect(retried.body).toEqual({ redirect_url: await bankPage(service, link.id) });
  const keys = (await localCalls(service, '/v1/', 'POST')).slice(-3).map(({ headers }) => headers['x-idempotency-key']);
  expect(new Set(keys).size).toBe(1);
});

test('a start without a response can be replaced once its possible payment has expired', async () => {
  const link = await links.colombian();
  await service.control('mercado-pago-co/switches', { searchLagMs: 86_400_000 });
  await loseAnswer();
  expectProblem(await startPse(service, link.id), 503, 'internal_error');
  const attempt = await onlyAttemptOf(link.id);
  await setAge(attempt.id, 15 * 60);
  expectProblem(await startPse(service, link.id, { payer: OTHER_BANK }), 503, 'internal_error');
  await setAge(attempt.id, 16 * 60 + 1);
  expect((await startPse(service, link.id, { payer: OTHER_BANK })).status).toBe(200);
  expect(await statesOf(link.id)).toEqual(['failed', 'pending']);
});

test('a payment that is found after its bank’s deadline is ended, and another one is created', async () => {
  const link = await links.colombian();
  await loseAnswer();
  await startPse(service, link.id);
  await service.control('mercado-pago-co/expire', { payment_id: (await paymentsAt(service, link.id))[0].id });
  const { body } = await startPse(service, link.id);
  const [, next] = await paymentsAt(service, link.id);
  expect(body.redirect_url).toBe(next.transaction_details.external_resource_url);
  expect(await statesOf(link.id)).toEqual(['declined', 'pending']);
});

test('after a lost response to a created preference, a retry finds that preference', async () => {
  const link = await links.mexican();
  await service.control('mercado-pago-mx/fail', { kind: 'reset_after', method: 'POST' });
  expectProblem(await startWallet(service, link.id), 503, 'internal_error');
  const { body } = await startWallet(service, link.id);
  const preferences = await preferencesAt(service, link.id);
  expect(preferences.map(({ init_point }) => init_point)).toEqual([body.redirect_url]);
});
