import { expect, test } from 'vitest';
import { loadEnv } from '#lib/env.ts';
import { readPayoutAccounts } from './payout-accounts.ts';

test('the accounts that pay are read by currency, with and without a BIC', () => {
  expect(readPayoutAccounts('EUR=DE89370400440532013000/COBADEFFXXX, USD=9876543210')).toEqual({
    EUR: { account: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    USD: { account: '9876543210', bic: null },
  });
  expect(readPayoutAccounts('')).toEqual({});
});

test.each(['EUR', 'JPY=1234', 'EUR=DE89 3704', 'EUR=DE89370400440532013000/COBA'])(
  '%j is refused without repeating it',
  (text) => {
    expect(() => readPayoutAccounts(text)).toThrow(/^must be accounts such as/);
    expect(() => loadEnv({ PAYOUT_ACCOUNTS: text })).toThrow(/PAYOUT_ACCOUNTS must be accounts/);
  },
);

test.each([
  ['EUR=DE89370400440532013001', 'has an IBAN in EUR whose length or check digits are wrong'],
  ['EUR=DE8937040044053201300/COBADEFFXXX', 'has an IBAN in EUR whose length or check digits are wrong'],
  ['USD=9876543210,USD=9876543211', 'has two accounts in USD'],
])('%j is refused with what is wrong', (text, why) => {
  expect(() => loadEnv({ PAYOUT_ACCOUNTS: text })).toThrow(`PAYOUT_ACCOUNTS ${why}`);
});

test('the bank’s own number may begin with letters', () => {
  expect(readPayoutAccounts('USD=AB1234567890')).toMatchObject({ USD: { account: 'AB1234567890' } });
});

test('an account that pays needs the name of its holder, which is the service’s by default', () => {
  const accounts = { PAYOUT_ACCOUNTS: 'USD=9876543210' };
  expect(() => loadEnv(accounts)).toThrow('PAYOUT_NAME must be set');
  expect(loadEnv({ ...accounts, SERVICE_NAME: 'Casa' }).payouts.name).toBe('Casa');
  expect(loadEnv({ ...accounts, SERVICE_NAME: 'Casa', PAYOUT_NAME: 'Casa SL' }).payouts.name).toBe('Casa SL');
});
