import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { moneyStyle, readerOf, readerOfTag, tagOf } from './reader.ts';

describe('a reader’s place is the region that their browser names with the language of the page', () => {
  it.each([
    ['a Colombian phone', 'es', 'es-CO,es-419;q=0.9,es;q=0.8', 'co'],
    ['a Canadian browser', 'en', 'en-CA,en-US;q=0.7,en;q=0.3', 'ca'],
    ['a Brazilian browser', 'pt', 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'br'],
    ['the region of the language with the greatest weight', 'es', 'es-MX;q=0.5,es-AR', 'ar'],
    ['a region behind a script', 'es', 'es-Latn-PE', 'pe'],
    ['Spanish in the United States', 'es', 'es-US,es;q=0.9', 'us'],
    ['Spanish of no country', 'es', 'es,en;q=0.8', null],
    ['Spanish of all of Latin America', 'es', 'es-419,es;q=0.9', null],
    ['another language’s region', 'es', 'en-US,en;q=0.9,es;q=0.8', null],
    ['the other way round', 'en', 'es-CO,es;q=0.9', null],
    ['a country in which the language is not at home', 'en', 'en-CO,en;q=0.9', null],
    ['a language that was excluded', 'es', 'es-CO;q=0,es', null],
    ['any language', 'en', '*', null],
    ['no header', 'en', null, null],
  ] as const)('%s', (_sentence, locale, header, place) => {
    expect(readerOf(locale, header)).toEqual({ locale, place });
  });

  it('is a country or unknown for any header, however broken', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(readerOf('es', header).place ?? 'co').toMatch(/^[a-z]{2}$/);
      }),
    );
  });
});

describe('what is stored with a donor', () => {
  it.each(['es-CO', 'en-CA', 'pt-BR', 'es', 'en', 'pt'])('%s is read back as it was', (tag) => {
    const reader = readerOfTag(tag);
    expect(reader && tagOf(reader)).toBe(tag);
  });

  test('without a place is the language alone', () => {
    expect(readerOfTag('es')).toEqual({ locale: 'es', place: null });
  });

  test('and is no tag of ours names nobody', () => {
    for (const tag of [null, '', 'de', 'de-DE', 'xx-CO']) expect(readerOfTag(tag)).toBeNull();
    expect(readerOfTag('en-CO')).toEqual({ locale: 'en', place: null });
  });
});

test('the own currency is that of the reader’s place, and never of the country that a text is about', () => {
  expect(moneyStyle({ locale: 'es', place: 'co' }, 'mx')).toEqual({
    formatLocale: 'es-CO',
    ownCurrency: 'COP',
  });
  expect(moneyStyle({ locale: 'es', place: null }, 'mx')).toEqual({
    formatLocale: 'es-MX',
    ownCurrency: null,
  });
  expect(moneyStyle({ locale: 'en', place: 'nz' }, 'us')).toEqual({
    formatLocale: 'en-NZ',
    ownCurrency: null,
  });
  expect(moneyStyle({ locale: 'en', place: null }, null)).toEqual({ formatLocale: 'en', ownCurrency: null });
});
