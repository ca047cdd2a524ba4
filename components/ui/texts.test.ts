import { describe, expect, it } from 'vitest';
import type { Currency } from '#lib/currencies.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { areLong, currencyName, instant, longInstant, magnitude, money, type Texts } from './texts.ts';

const texts = (locale: Locale, formatLocale: string, ownCurrency: Currency): Texts => ({
  t: translatorFor(locale),
  locale,
  formatLocale,
  ownCurrency,
});
const english = texts('en', 'en-US', 'USD');
const colombian = texts('es', 'es-CO', 'COP');
const brazilian = texts('pt', 'pt-BR', 'BRL');
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('money on a page', () => {
  it.each([
    [brazilian, 50, 'BRL', 'R$ 50'],
    [brazilian, 50_000, 'BRL', 'R$ 50.000'],
    [colombian, 50_000, 'COP', '$ 50.000'],
    [english, 50_000, 'USD', '$50,000'],
  ] as const)('%# is written in the country’s format', (page, amount, currency, expected) => {
    expect(plain(money(page, amount, currency))).toBe(expected);
  });

  it.each([
    [english, 'USD', 'US dollars'],
    [colombian, 'COP', 'pesos colombianos'],
    [brazilian, 'BRL', 'reais brasileiros'],
    [brazilian, 'USD', 'dólares americanos'],
  ] as const)('%# is named as within a sentence', (page, currency, expected) => {
    expect(currencyName(page, currency)).toBe(expected);
  });

  it.each([
    [english, 1_000_000, 'USD', '1 million US dollars'],
    [colombian, 60_000, 'COP', '60 mil pesos colombianos'],
    [colombian, 1_000_000, 'COP', '1 millón de pesos colombianos'],
    [colombian, 2_500_000, 'COP', '2,5 millones de pesos colombianos'],
    [brazilian, 50_000, 'BRL', '50 mil reais brasileiros'],
    [brazilian, 1_000_000, 'BRL', '1 milhão de reais brasileiros'],
    [brazilian, 3_000_000_000, 'BRL', '3 bilhões de reais brasileiros'],
    [brazilian, 9_999, 'BRL', undefined],
    // Not a peso more or less than is charged.
    [colombian, 12_345_678, 'COP', '12,345678 millones de pesos colombianos'],
    [colombian, 999_999_999_999, 'COP', '999,999999999 mil millones de pesos colombianos'],
    [english, 1_234_567_890, 'USD', '1.23456789 billion US dollars'],
  ] as const)('%# is written in words if it is large', (page, amount, currency, expected) => {
    expect(plain(magnitude(page, amount, currency))).toBe(expected);
  });
});

it.each([
  [colombian, 'COP', [50_000, 100_000, 250_000], false],
  [brazilian, 'COP', [50_000, 500_000], false],
  [brazilian, 'COP', [500_000, 1_000_000], true],
  [colombian, 'COP', [4_000_000_000, 8_000_000_000], true],
] as const)(
  '%# of the amounts to choose from only long ones are smaller with large letters',
  (page, currency, amounts, is) => {
    expect(areLong(page, amounts, currency)).toBe(is);
  },
);

describe('an instant in Spanish', () => {
  it.each([
    ['2026-12-01T18:05:00Z', '1:05 p. m.', 'a la'],
    ['2026-12-01T06:59:00Z', '1:59 a. m.', 'a la'],
    ['2026-12-01T15:05:00Z', '10:05 a. m.', 'a las'],
    ['2026-12-01T19:05:00Z', '2:05 p. m.', 'a las'],
  ])('%s has one o’clock in the singular', (iso, time, at) => {
    const expected = `1 de diciembre de 2026 ${at} ${time}`;
    expect(plain(instant('es-CO', iso, 'America/Bogota'))).toContain(expected);
    expect(plain(longInstant('es-CO', iso, 'America/Bogota'))).toBe(expected);
  });
});
