import { expect, test } from 'vitest';
import { LOCALES } from './locales.ts';
import { translatorFor } from './translate.ts';
import { type PaidWith, writePaidWith } from './write-paid-with.ts';

const write = (paidWith: Partial<PaidWith>, locale: (typeof LOCALES)[number] = 'en') =>
  writePaidWith(
    { method: 'card', cardBrand: null, cardLast4: null, cardWallet: null, bankName: null, ...paidWith },
    translatorFor(locale),
  );
const visa = { cardBrand: 'visa', cardLast4: '4242' };

test.each<[string, Partial<PaidWith>]>([
  ['Visa ending in 4242', visa],
  ['Apple Pay (Visa ending in 4242)', { ...visa, cardWallet: 'apple_pay' }],
  ['Visa ending in 4242', { ...visa, cardWallet: 'a_wallet_of_the_future' }],
  ['Card ending in 4242', { ...visa, cardBrand: 'a_brand_of_the_future' }],
  ['Card', {}],
  ['Bank transfer (PSE), Bancolombia', { method: 'bank_transfer', bankName: 'Bancolombia' }],
  ['Bank transfer (PSE)', { method: 'bank_transfer' }],
  ['Mercado Pago', { method: 'wallet' }],
  ['Mercado Pago (Mastercard ending in 0604)', { method: 'wallet', cardBrand: 'debmaster', cardLast4: '0604' }],
])('a donor reads “%s”', (text, paidWith) => {
  expect(write(paidWith)).toBe(text);
});

test.each(LOCALES)('in %s, the last digits are told', (locale) => {
  expect(write(visa, locale)).toMatch(/^Visa .*4242$/);
});
