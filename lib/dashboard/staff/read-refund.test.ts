import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, type Currency } from '#lib/currencies.ts';
import { LOCALES, type Locale } from '#lib/i18n/locales.ts';
import { readerOfTag } from '#lib/i18n/reader.ts';
import { runs } from '#testing/runs.ts';
import { isInvalidForm } from '../form-errors.ts';
import type { FormError } from '../page-view.ts';
import { writeMinor } from './amounts.ts';
import { readRefund } from './read-refund.ts';

function errorOf(typed: string, currency: Currency, locale: Locale): FormError | bigint | undefined {
  try {
    return readRefund(typed, currency, { locale, place: null });
  } catch (error) {
    if (isInvalidForm(error)) return error.errors[0];
    throw error;
  }
}

describe('an amount that staff refund', () => {
  it.each<[string, Currency, bigint]>([
    ['12.50', 'USD', 1_250n],
    ['12,5', 'USD', 1_250n],
    ['US$ 12.50', 'USD', 1_250n],
    ['50000 pesos', 'COP', 5_000_000n],
    ['$ 50000', 'CLP', 50_000n],
    ['50000.00', 'CLP', 50_000n],
    ['S/. 80', 'PEN', 8_000n],
  ])('%j in %s is %s minor units in every language', (typed, currency, minor) => {
    for (const locale of LOCALES) expect(readRefund(typed, currency, { locale, place: null })).toBe(minor);
  });

  it.each<[string, Currency, string, bigint]>([
    ['1,234,567', 'CLP', 'en', 1_234_567n],
    ['1.234.567', 'CLP', 'es', 1_234_567n],
    ['CLP 1.234.567', 'CLP', 'pt', 1_234_567n],
    ['500,000', 'COP', 'en', 50_000_000n],
    ['$ 500.000', 'COP', 'es-CO', 50_000_000n],
    ['US$ 1,250', 'USD', 'es-MX', 125_000n],
    ['1 234 567', 'PYG', 'es', 1_234_567n],
    ['1,234.56', 'USD', 'en', 123_456n],
    ['1.234,56', 'USD', 'es', 123_456n],
  ])('%j in %s is as a page in %s writes %s minor units', (typed, currency, formatLocale, minor) => {
    const reader = readerOfTag(formatLocale);
    if (!reader) throw new Error('Not a language of ours');
    expect(readRefund(typed, currency, reader)).toBe(minor);
  });

  it.each(LOCALES)(
    'in %s, what separates thousands can be nothing else where it stands twice, or beside cents',
    (locale) => {
      for (const typed of ['500,000', '500.000'])
        expect(readRefund(typed, 'COP', { locale, place: null })).toBe(50_000_000n);
      for (const typed of ['1,234,567.5', '1.234.567,5', "1'234'567.50"])
        expect(readRefund(typed, 'USD', { locale, place: null })).toBe(123_456_750n);
      expect([
        readRefund('1,234,567', 'USD', { locale, place: null }),
        readRefund('1.234.567', 'USD', { locale, place: null }),
      ]).toEqual([123_456_700n, 123_456_700n]);
    },
  );

  it.each<[string, Currency, FormError['code'], FormError['values']]>([
    ['1,2345', 'USD', 'refundAmount', { example: '12.50' }],
    ['1.23.456', 'USD', 'refundAmount', { example: '12.50' }],
    ['1,234,567.5', 'CLP', 'refundAmount', { example: '12500' }],
    ['0', 'USD', 'amount', undefined],
    ['0.00', 'COP', 'amount', undefined],
    ['0 mil', 'CLP', 'amount', undefined],
    ['12 50', 'USD', 'refundAmount', { example: '12.50' }],
    ['1,250', 'USD', 'refundAmount', { example: '12.50' }],
    ['50 M', 'COP', 'refundAmount', { example: '12500' }],
    ['12.50', 'CLP', 'refundAmount', { example: '12500' }],
    ['', 'PYG', 'refundAmount', { example: '12500' }],
    ['50 USD', 'COP', 'amountOtherCurrency', { currency: 'COP' }],
    ['€50', 'USD', 'amountOtherCurrency', { currency: 'USD' }],
    ['50 dólares', 'CLP', 'amountOtherCurrency', { currency: 'CLP' }],
    ['50 mil', 'COP', 'amountMagnitude', { amount: '$\u00a050.000\u00a0COP', example: '50000' }],
    ['12,5 k', 'CLP', 'amountMagnitude', { amount: '$\u00a012.500\u00a0CLP', example: '12500' }],
    ['9000000 millones', 'COP', 'refundOverLeft', undefined],
    ['0.25 millones', 'USD', 'amountMagnitude', { amount: 'US$\u00a0250.000', example: '250000' }],
  ])('%j in %s is refused in Spanish as %s', (typed, currency, code, values) => {
    expect(errorOf(typed, currency, 'es')).toEqual({ field: 'amount', code, ...(values && { values }) });
  });

  it('is its digits, or refused, whatever stands beside them', () => {
    const word = fc.constantFrom('', '$', 'k', 'mil', 'million', 'lucas', 'M', 'USD', 'pesos', 'reais', '€', 'S/', 'x');
    const minor = fc.integer({ min: 1, max: 100_000_000 });
    fc.assert(
      fc.property(
        ...([minor, word, word, fc.constantFrom(...CURRENCIES), fc.constantFrom(...LOCALES)] as const),
        (amountMinor, before, after, currency, locale) => {
          const typed = writeMinor(BigInt(amountMinor), currency);
          const read = errorOf(`${before} ${typed} ${after}`, currency, locale);
          if (typeof read === 'bigint') expect(read).toBe(BigInt(amountMinor));
          else if (read?.code === 'amountMagnitude') {
            // What is asked can be typed as it is shown, and is so many thousands of the digits.
            const asked = readRefund(String(read.values?.example), currency, { locale, place: null });
            expect([1_000n, 1_000_000n].map((factor) => BigInt(amountMinor) * factor)).toContain(asked);
          } else expect(read?.code).toMatch(/^(?:refundAmount|refundOverLeft|amountOtherCurrency)$/);
        },
      ),
      { seed: 78, numRuns: runs(500, 2_000) },
    );
  });
});
