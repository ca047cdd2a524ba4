import { expect, test } from 'vitest';
import { envProblems } from '#testing/env-problems.ts';

const CARDS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const MEXICO = { STRIPE_MX_SECRET_KEY: 'sk_test_mx', STRIPE_MX_PUBLISHABLE_KEY: 'pk_test_mx' };
const WALLETS = { MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1', MERCADO_PAGO_MX_ACCESS_TOKEN: 'TEST-2' };

test('a key of two accounts is refused, naming both', () => {
  const keys = { ...CARDS, ...MEXICO, ...WALLETS };
  expect(envProblems(keys)).toEqual([]);
  expect(envProblems({ ...keys, STRIPE_MX_SECRET_KEY: 'sk_test_1' })).toEqual([
    'STRIPE_MX_SECRET_KEY must be of another account than STRIPE_SECRET_KEY, whose value it has: each has keys of its own.',
  ]);
  for (const same of [
    { STRIPE_MX_PUBLISHABLE_KEY: 'pk_test_1' },
    { STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_MX_WEBHOOK_SECRET: 'whsec_2,whsec_1' },
    { MERCADO_PAGO_MX_ACCESS_TOKEN: 'TEST-1' },
    { MERCADO_PAGO_CO_WEBHOOK_SECRET: 'one', MERCADO_PAGO_MX_WEBHOOK_SECRET: 'one' },
  ])
    expect(envProblems({ ...keys, ...same })).toEqual([
      expect.stringContaining(`${Object.keys(same).at(-1)} must be of another account than `),
    ]);
  // A secret that is given twice is one account's.
  expect(envProblems({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_1' })).toEqual([]);
});

test.each([
  ['we_1NvYxL', "with we_ begins the endpoint's id"],
  ['whsec_1,we_1NvYxL', "with we_ begins the endpoint's id"],
  ['sk_test_1', 'with sk_ begins an API key'],
])('%s is no secret of a webhook, and is refused before any event is', (value, reason) => {
  const stated = `WEBHOOK_SECRET must begin with whsec_, the signing secret of the endpoint: ${reason}.`;
  expect(envProblems({ ...CARDS, STRIPE_WEBHOOK_SECRET: value })).toContain(`STRIPE_${stated}`);
  expect(envProblems({ ...CARDS, ...MEXICO, STRIPE_MX_WEBHOOK_SECRET: value })).toContain(`STRIPE_MX_${stated}`);
});

test.each([
  'MERCADO_PAGO_AR_ACCESS_TOKEN',
  'MERCADO_PAGO_ACCESS_TOKEN',
  'MERCADO_PAGO_co_ACCESS_TOKEN',
  'MERCADO_PAGO_BR_WEBHOOK_SECRET',
  'STRIPE_MEX_SECRET_KEY',
  'STRIPE_MX_ACCESS_TOKEN',
])('%s is a key that nothing would read: it is refused by its name', (name) => {
  for (const keys of [{}, CARDS])
    expect(envProblems({ ...keys, [name]: 'TEST-9' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be unset: .*begin with (STRIPE|MERCADO_PAGO)_.*\\.$`)),
    ]);
});

test('other variables of the gateways’ own tools are no keys of ours', () => {
  expect(envProblems({ ...CARDS, STRIPE_CLI_TELEMETRY_OPTOUT: '1', MERCADO_PAGO_LOGS: 'on' })).toEqual([]);
});
