import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { amountWords } from './amount-words.ts';
import { LOCALES, type Locale } from './locales.ts';
import { parseAmount } from './parse-amount.ts';
import { moneyStyle, type Reader, readerOfTag } from './reader.ts';
import { separatorsOf, writeMoney, writeNumber } from './write-money.ts';

/** Every country that writes one of our languages, and readers of whom only the language is known. */
const TAGS = [
  'en',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-NZ',
  'en-US',
  'es',
  'es-AR',
  'es-BO',
  'es-CL',
  'es-CO',
  'es-CR',
  'es-CU',
  'es-DO',
  'es-EC',
  'es-ES',
  'es-GT',
  'es-HN',
  'es-MX',
  'es-NI',
  'es-PA',
  'es-PE',
  'es-PR',
  'es-PY',
  'es-SV',
  'es-US',
  'es-UY',
  'es-VE',
  'pt',
  'pt-AO',
  'pt-BR',
  'pt-CV',
  'pt-GW',
  'pt-MZ',
  'pt-PT',
  'pt-ST',
  'pt-TL',
];
/** The currencies that are somebody's own, by the reader's tag. */
const OWN: Readonly<Record<string, string>> = {
  'en-AU': 'AUD',
  'en-CA': 'CAD',
  'en-GB': 'GBP',
  'en-IE': 'EUR',
  'en-US': 'USD',
  'es-AR': 'ARS',
  'es-BO': 'BOB',
  'es-CL': 'CLP',
  'es-CO': 'COP',
  'es-CR': 'CRC',
  'es-DO': 'DOP',
  'es-EC': 'USD',
  'es-ES': 'EUR',
  'es-GT': 'GTQ',
  'es-HN': 'HNL',
  'es-MX': 'MXN',
  'es-NI': 'NIO',
  'es-PA': 'USD',
  'es-PE': 'PEN',
  'es-PR': 'USD',
  'es-PY': 'PYG',
  'es-SV': 'USD',
  'es-US': 'USD',
  'es-UY': 'UYU',
  'pt-BR': 'BRL',
  'pt-PT': 'EUR',
  'pt-TL': 'USD',
};
/** The country's prefix of a sign, or the code: what names a currency for everybody. */
const NAMES = /[A-Z]{3}|AU\$|CA\$|MX\$|US\$|R\$/g;

function readerNamed(tag: string): Reader {
  const reader = readerOfTag(tag);
  if (!reader) throw new Error(`Bug: ${tag} is no tag of ours`);
  return reader;
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const written = (tag: string, amount: number, currency: string, country: string | null = null) =>
  plain(writeMoney(amount, currency, moneyStyle(readerNamed(tag), country)));

describe('a currency is never in doubt', () => {
  const cases = TAGS.flatMap((tag) => CURRENCIES.map((currency) => [tag, currency] as const));

  it.each(cases)('to a reader of %s, %s is named once, or is their own', (tag, currency) => {
    const text = written(tag, 54_321, currency, 'co');
    const names = text.match(NAMES) ?? [];
    const isOwn = OWN[tag] === currency;
    // `R$` is Brazil's own way to write its currency.
    if (isOwn && currency !== 'BRL') expect(names).toEqual([]);
    else expect(names).toHaveLength(1);
  });

  it.each(TAGS)('a reader of %s never reads two currencies alike', (tag) => {
    const texts = CURRENCIES.map((currency) => written(tag, 50, currency));
    expect(new Set(texts).size).toBe(CURRENCIES.length);
  });

  it.each(LOCALES)('where only %s is known, a sign never stands alone, whatever the cause’s country', (locale) => {
    for (const country of ['co', 'mx', 'us', 'ca', 'br', 'es'])
      for (const currency of CURRENCIES) {
        expect(written(locale, 50, currency, country)).toMatch(NAMES);
      }
  });
});

describe('as people write it', () => {
  test.each([
    ['en-US', 'USD', '$54,321'],
    ['en-US', 'CAD', 'CA$54,321'],
    ['en-US', 'COP', 'COP 54,321'],
    ['en-US', 'MXN', 'MX$54,321'],
    ['en-US', 'EUR', 'EUR 54,321'],
    ['en-CA', 'CAD', '$54,321'],
    ['en-CA', 'USD', 'US$54,321'],
    ['en-GB', 'GBP', '£54,321'],
    ['en', 'USD', 'US$54,321'],
    ['en', 'CAD', 'CA$54,321'],
    ['es-CO', 'COP', '$ 54.321'],
    ['es-CO', 'USD', 'US$ 54.321'],
    ['es-CO', 'CAD', 'CA$ 54.321'],
    ['es-CO', 'MXN', '$ 54.321 MXN'],
    ['es-CO', 'CLP', '$ 54.321 CLP'],
    ['es-MX', 'MXN', '$54,321'],
    ['es-MX', 'COP', '$54,321 COP'],
    ['es-MX', 'USD', 'US$54,321'],
    ['es-CL', 'CLP', '$54.321'],
    ['es-CL', 'ARS', '$54.321 ARS'],
    ['es-AR', 'ARS', '$ 54.321'],
    ['es-CR', 'CRC', '₡ 54 321'],
    ['es-PE', 'PEN', 'S/ 54,321'],
    ['es-ES', 'EUR', '54.321 €'],
    ['es-ES', 'COP', '54.321 COP'],
    ['es', 'COP', '$ 54.321 COP'],
    ['es', 'USD', 'US$ 54.321'],
    ['es', 'GTQ', 'GTQ 54.321'],
    ['pt-BR', 'BRL', 'R$ 54.321'],
    ['pt-BR', 'USD', 'US$ 54.321'],
    ['pt-BR', 'COP', 'COP 54.321'],
    ['pt-PT', 'EUR', '54 321 €'],
    ['pt', 'BRL', 'R$ 54.321'],
  ])('%s: %s', (tag, currency, expected) => {
    expect(written(tag, 54_321, currency)).toBe(expected);
  });

  test('where the reader’s place is not known, numbers are as in the country that the text is about', () => {
    expect(written('es', 3_470, 'MXN', 'mx')).toBe('$3,470 MXN');
    expect(written('es', 50_000, 'COP', 'co')).toBe('$ 50.000 COP');
    expect(written('es-CO', 3_470, 'MXN', 'mx')).toBe('$ 3.470 MXN');
  });

  test('cents are written where there are any, and a minus stands first', () => {
    expect(written('en-US', 49.99, 'USD')).toBe('$49.99');
    expect(written('es-CO', -1234.5, 'USD')).toBe('-US$ 1.234,50');
    expect(written('es-CO', -2_000, 'MXN')).toBe('-$ 2.000 MXN');
    expect(written('en', -0, 'COP')).toBe('COP 0');
  });
});

describe('numbers', () => {
  test.each(TAGS)('%s separates them as Unicode’s locale data do', (tag) => {
    const parts = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(1_234_567.8);
    const separator = (type: string) => parts.find((part) => part.type === type)?.value.replace('\u202f', '\u00a0');
    expect(separatorsOf(tag)).toEqual({ group: separator('group'), decimal: separator('decimal') });
  });

  test('are grouped by thousands, whatever their size', () => {
    const numbers = [0, 999, 1_000, 12_345, 123_456, MAX_AMOUNT_MAJOR].map((value) => writeNumber(value, 'en'));
    expect(numbers).toEqual(['0', '999', '1,000', '12,345', '123,456', '1,000,000,000,000']);
    expect([writeNumber(-0.004, 'en', 2), writeNumber(-1.5, 'es', 2)]).toEqual(['0.00', '-1,50']);
  });

  test('are read back by the field that they stand in', () => {
    const amount = fc.integer({ min: 1, max: MAX_AMOUNT_MAJOR });
    fc.assert(
      fc.property(amount, fc.constantFrom(...TAGS), (value, tag) => {
        expect(parseAmount(writeNumber(value, tag), tag, amountWords('USD'))).toEqual({
          ok: true,
          amount: value,
        });
      }),
    );
  });
});

describe('server and browser', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('write the same, because the browser’s own locale data are not asked', () => {
    const texts = () => LOCALES.flatMap((locale: Locale) => CURRENCIES.map((one) => written(locale, 12_345.6, one)));
    const server = texts();
    vi.stubGlobal('Intl', undefined);
    expect(texts()).toEqual(server);
    expect(parseAmount('50.000', 'es-CO', amountWords('COP'))).toEqual({ ok: true, amount: 50_000 });
  });
});
