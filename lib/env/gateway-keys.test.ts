import { expect, test } from 'vitest';
import { EnvError, loadEnv } from '#lib/env.ts';

const CARDS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const MEXICO = { STRIPE_MX_SECRET_KEY: 'sk_test_mx', STRIPE_MX_PUBLISHABLE_KEY: 'pk_test_mx' };
const WALLETS = { MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1', MERCADO_PAGO_MX_ACCESS_TOKEN: 'TEST-2' };

function problemsOf(source: Record<string, string>): string[] {
  try {
    loadEnv(source);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems;
  }
  return [];
}

test('a key of two accounts is refused, naming both', () => {
  const keys = { ...CARDS, ...MEXICO, ...WALLETS };
  expect(problemsOf(keys)).toEqual([]);
  expect(problemsOf({ ...keys, STRIPE_MX_SECRET_KEY: 'sk_test_1' })).toEqual([
    'STRIPE_MX_SECRET_KEY must be of another account than STRIPE_SECRET_KEY, whose value it has: each has keys of its own.',
  ]);
  for (const same of [
    { STRIPE_MX_PUBLISHABLE_KEY: 'pk_test_1' },
    { STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_MX_WEBHOOK_SECRET: 'whsec_2,whsec_1' },
    { MERCADO_PAGO_MX_ACCESS_TOKEN: 'TEST-1' },
    { MERCADO_PAGO_CO_WEBHOOK_SECRET: 'one', MERCADO_PAGO_MX_WEBHOOK_SECRET: 'one' },
  ])
    expect(problemsOf({ ...keys, ...same })).toEqual([
      expect.stringContaining(`${Object.keys(same).at(-1)} must be of another account than `),
    ]);
  // A secret that is given twice is one account's.
  expect(problemsOf({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_1' })).toEqual([]);
});

test.each([
  ['we_1NvYxL', "with we_ begins the endpoint's id"],
  ['whsec_1,we_1NvYxL', "with we_ begins the endpoint's id"],
  ['sk_test_1', 'with sk_ begins an API key'],
])('%s is no secret of a webhook, and is refused before any event is', (value, reason) => {
  const stated = `WEBHOOK_SECRET must begin with whsec_, the signing secret of the endpoint: ${reason}.`;
  expect(problemsOf({ ...CARDS, STRIPE_WEBHOOK_SECRET: value })).toContain(`STRIPE_${stated}`);
  expect(problemsOf({ ...CARDS, ...MEXICO, STRIPE_MX_WEBHOOK_SECRET: value })).toContain(`STRIPE_MX_${stated}`);
});
