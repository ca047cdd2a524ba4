import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '#emulators/test-emulators.ts';
import { PAYER } from '#testing/payer.ts';
import { mercadoPagoPse } from '../mercado-pago-pse/adapter.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
  await emulators.control('mercado-pago-co/webhooks', { drop: true });
});
afterAll(() => emulators.close());

const rail = (api: 'payments' | 'orders') =>
  mercadoPagoPse('mercado-pago-co', {
    accessToken: 'TEST-co',
    mode: 'test',
    api,
    webhookSecrets: [],
    apiBase: `${emulators.url}/mercado-pago/co`,
  });

test.each([
  ['payments', 'orders'],
  ['orders', 'payments'],
] as const)('what was started with %s is found by our payment’s id once %s was chosen', async (before, after) => {
  const paymentId = `pay_${before}`;
  const linkId = `chl_${before}`;
  const { reference } = await rail(before).start({
    key: `key:${paymentId}`,
    linkId,
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
  });
  expect(await rail(after).findStarted(linkId, paymentId)).toMatchObject({ reference });
});
