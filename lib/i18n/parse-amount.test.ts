import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, type Currency } from '#lib/currencies.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { amountWords } from './amount-words.ts';
import { parseAmount, parseAmountWithCents, withinBounds } from './parse-amount.ts';
import { moneyStyle, readerOfTag } from './reader.ts';
import { writeMoney, writeNumber } from './write-money.ts';

const LOCALE_TAGS = [
  'en',
  'en-US',
  'en-GB',
  'en-AU',
  'es',
  'es-CO',
  'es-MX',
  'es-ES',
  'es-AR',
  'es-CL',
  'es-UY',
  'es-CR',
  'pt',
  'pt-BR',
  'pt-PT',
  'pt-AO',
  'pt-MZ',
];
const locale = fc.constantFrom(...LOCALE_TAGS);
const amount = fc.integer({ min: 1, max: MAX_AMOUNT_MAJOR });

describe('an amount a donor typed', () => {
  it.each<[string, string, Currency, number]>([
    ['50.000', 'es-CO', 'COP', 50_000],
    ['$ 50.000', 'es-CO', 'COP', 50_000],
    ['50.000 COP', 'es-CO', 'COP', 50_000],
    ['50.000,00', 'es-CO', 'COP', 50_000],
    ['50.000', 'pt-BR', 'BRL', 50_000],
    ['1.000,00', 'pt-BR', 'BRL', 1_000],
    ['R$ 1.000,00', 'pt-BR', 'BRL', 1_000],
    ['R$50', 'pt', 'BRL', 50],
    ['50 reais', 'pt-BR', 'BRL', 50],
    ['50 000 €', 'pt-PT', 'EUR', 50_000],
    ['50.000', 'pt-PT', 'EUR', 50_000],
    ['50,000', 'es-MX', 'MXN', 50_000],
    ['50,000', 'en', 'USD', 50_000],
    ['50.00', 'en', 'USD', 50],
    ['US$50', 'en', 'USD', 50],
    ['S/ 50', 'es-PE', 'PEN', 50],
    ['$ 50.000 COP', 'es-CO', 'COP', 50_000],
    ['50 €', 'es-ES', 'EUR', 50],
    ['  1 000 000 ', 'es', 'COP', 1_000_000],
    ['1\u202f000\u00a0000', 'es', 'COP', 1_000_000],
    ['1’000’000', 'es-CO', 'COP', 1_000_000],
    ["1'500.000", 'es-CO', 'COP', 1_500_000],
    ['2.500’000.000,00', 'es-CO', 'COP', 2_500_000_000],
    ["1'500,000.00", 'es-MX', 'MXN', 1_500_000],
    ['1´500.000', 'es-CO', 'COP', 1_500_000],
    ['50`000', 'es-CO', 'COP', 50_000],
    ['$50.000.-', 'es-CL', 'CLP', 50_000],
    ['$ 50.000,-', 'es-AR', 'ARS', 50_000],
    ['50.000,– €', 'pt-PT', 'EUR', 50_000],
    ['$50.000 M/CTE.', 'es-CO', 'COP', 50_000],
    ['50.000 mcte', 'es-CO', 'COP', 50_000],
    ['$500.00 M.N.', 'es-MX', 'MXN', 500],
    ['500 pesos mn', 'es-MX', 'MXN', 500],
    ['５０', 'en', 'USD', 50],
    ['50.', 'en', 'USD', 50],
    ['50 pesos colombianos', 'es-CO', 'COP', 50],
    ['50 PESOS.', 'es-MX', 'MXN', 50],
    ['50 Dólares', 'es-US', 'USD', 50],
    ['50 do\u0301lares', 'es', 'USD', 50],
    ['u$s 50', 'es-AR', 'USD', 50],
    ['50 US dollars', 'en', 'USD', 50],
    ['MX$ 50 pesos', 'es-MX', 'MXN', 50],
    ['S/. 50 soles', 'es-PE', 'PEN', 50],
    ['S/.50', 'es-PE', 'PEN', 50],
    ['Bs. 50', 'es-BO', 'BOB', 50],
    ['50 guaraníes', 'es-PY', 'PYG', 50],
    ['50 córdobas', 'es-NI', 'NIO', 50],
    ['COP$50.000', 'es-CO', 'COP', 50_000],
    ['50 Brazilian reais', 'en', 'BRL', 50],
  ])('%j in %s is %s %i', (text, tag, currency, expected) => {
    expect(parseAmount(text, tag, amountWords(currency))).toEqual({ ok: true, amount: expected });
  });

  it.each<[string, string, Currency, number]>([
    ['50 mil', 'es-CO', 'COP', 50_000],
    ['50mil', 'pt-BR', 'BRL', 50_000],
    ['50k', 'en', 'USD', 50_000],
    ['$50K', 'es-MX', 'MXN', 50_000],
    ['50 k pesos', 'es-CL', 'CLP', 50_000],
    ['50 lucas', 'es-CL', 'CLP', 50_000],
    ['1 luca', 'es-AR', 'ARS', 1_000],
    ['50 lucas', 'en', 'COP', 50_000],
    ['5 thousand dollars', 'en', 'AUD', 5_000],
    ['2 millones de pesos', 'es-CO', 'COP', 2_000_000],
    ['2,5 millones', 'es-CO', 'COP', 2_500_000],
    ['1.15 million', 'en', 'USD', 1_150_000],
    ['0,07 mil', 'es', 'USD', 70],
    ['1 millón', 'es-MX', 'MXN', 1_000_000],
    ['2 mi', 'pt-BR', 'BRL', 2_000_000],
    ['3 milhões de reais', 'pt-BR', 'BRL', 3_000_000],
    ['1.500 mil', 'es-CO', 'COP', 1_500_000],
  ])('%j in %s is not charged, but understood as %s %i', (text, tag, currency, understood) => {
    const refused = { ok: false, error: 'magnitude', understood };
    expect(parseAmount(text, tag, amountWords(currency))).toEqual(refused);
    expect(parseAmountWithCents(text, tag, amountWords(currency))).toEqual(refused);
  });

  it.each<[string, string, Currency]>([
    ['50 USD', 'es-CO', 'COP'],
    ['US$ 50', 'es-MX', 'MXN'],
    ['€50', 'en', 'USD'],
    ['$50', 'es-ES', 'EUR'],
    ['$50', 'pt-BR', 'BRL'],
    ['R$ 50', 'en', 'USD'],
    ['50 dólares', 'es-CO', 'COP'],
    ['50 mil dólares', 'es-CO', 'COP'],
    ['50 pesos', 'en', 'USD'],
    ['50 pesos mexicanos', 'es-CO', 'COP'],
    ['C$ 50', 'en', 'USD'],
    ['50 euros', 'pt-BR', 'BRL'],
    ['S/ 50', 'es-CL', 'CLP'],
    ['¥50', 'en', 'USD'],
  ])('%j in %s is another currency than %s', (text, tag, currency) => {
    expect(parseAmount(text, tag, amountWords(currency))).toEqual({ ok: false, error: 'other_currency' });
  });

  it.each([
    ['', 'en', 'empty'],
    ['   ', 'en', 'empty'],
    ['fifty', 'en', 'not_a_number'],
    ['$', 'en', 'not_a_number'],
    ['-5', 'en', 'not_a_number'],
    ['1e5', 'en', 'not_a_number'],
    ['5a5', 'en', 'not_a_number'],
    ['50 M', 'en', 'not_a_number'],
    ['50M', 'es-CO', 'not_a_number'],
    ['50 MM', 'es-CL', 'not_a_number'],
    ['50 mil', 'en', 'not_a_number'],
    ['2 mi', 'es', 'not_a_number'],
    ['50 lucas', 'en', 'not_a_number'],
    ['50 centavos', 'es', 'not_a_number'],
    ['50 cents', 'en', 'not_a_number'],
    ['50 mil 500', 'es', 'not_a_number'],
    ['mil 50', 'es', 'not_a_number'],
    ['50 k k', 'en', 'not_a_number'],
    ['50 cincuenta USD', 'es', 'not_a_number'],
    ['50 constructor', 'en', 'not_a_number'],
    ['$.50', 'en', 'not_a_number'],
    ['5²', 'en', 'not_a_number'],
    ['50%', 'en', 'not_a_number'],
    ['5 50', 'en', 'ambiguous'],
    ['5 50', 'es-CO', 'ambiguous'],
    ['50 00', 'pt-BR', 'ambiguous'],
    ['1000 000', 'en', 'ambiguous'],
    ['1 000,000', 'en', 'ambiguous'],
    ["5'50", 'en', 'ambiguous'],
    ['1,00,000', 'en', 'ambiguous'],
    ['0 mil', 'es', 'too_small'],
    ['2000000 millones', 'es', 'too_large'],
    ['50.5', 'en', 'not_whole'],
    ['50,5', 'es-CO', 'not_whole'],
    ['50,50', 'pt-BR', 'not_whole'],
    ['50.000', 'en', 'ambiguous'],
    ['50,000', 'es-CO', 'ambiguous'],
    ['50.00', 'es-CO', 'ambiguous'],
    ['50,000', 'pt-BR', 'ambiguous'],
    ['1,000.00', 'pt-BR', 'ambiguous'],
    ['1.00.000', 'es-CO', 'ambiguous'],
    ['1,2,3', 'en', 'ambiguous'],
    ['0', 'en', 'too_small'],
    ['0.00', 'en', 'too_small'],
    ['1000000000001', 'en', 'too_large'],
  ])('%j in %s is refused: %s', (text, tag, error) => {
    expect(parseAmount(text, tag, amountWords('USD'))).toEqual({ ok: false, error });
  });

  it('parses what any locale formats, with and without the currency', () => {
    fc.assert(
      fc.property(amount, locale, fc.constantFrom(...CURRENCIES), (major, tag, currency) => {
        const parse = (text: string) => parseAmount(text, tag, amountWords(currency));
        const expected = { ok: true, amount: major };
        expect(parse(new Intl.NumberFormat(tag).format(major))).toEqual(expected);
        const reader = readerOfTag(tag) ?? { locale: 'en', place: null };
        for (const { place } of [reader, { place: null }]) {
          const written = writeMoney(major, currency, moneyStyle({ ...reader, place }, reader.place));
          expect(parse(written)).toEqual(expected);
        }
        expect(parse(String(major))).toEqual(expected);
      }),
    );
  });

  it('never means different amounts in two locales that both accept it', () => {
    const written = fc.tuple(amount, locale).map(([major, tag]) => new Intl.NumberFormat(tag).format(major));
    const typed = fc.oneof(written, fc.stringMatching(/^[\d.,]{1,14}$/));
    const words = amountWords('USD');
    fc.assert(
      fc.property(typed, locale, locale, (text, one, other) => {
        const [first, second] = [parseAmount(text, one, words), parseAmount(text, other, words)];
        if (first.ok && second.ok) expect(first.amount).toBe(second.amount);
      }),
    );
  });

  it('is a whole amount in range or refused, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,$ -]{0,20}$/)), locale, (text, tag) => {
        const parsed = parseAmount(text, tag, amountWords('USD'));
        if (!parsed.ok) return;
        expect(Number.isInteger(parsed.amount)).toBe(true);
        expect(parsed.amount).toBeGreaterThanOrEqual(1);
        expect(parsed.amount).toBeLessThanOrEqual(MAX_AMOUNT_MAJOR);
      }),
    );
  });
});

describe('any amount with any word beside it', () => {
  const currency = fc.constantFrom(...CURRENCIES);
  const tag = fc.constantFrom('en', 'en-US', 'es', 'es-CO', 'es-MX', 'es-CR', 'pt-BR', 'pt-PT');
  const side = fc.constantFrom(
    '',
    '$',
    'US$',
    'MX$',
    'R$',
    'S/',
    '€',
    'L',
    'usd',
    'COP',
    'pesos',
    'Pesos colombianos',
    'dólares',
    'reais',
    'soles',
    'k',
    'mil',
    'thousand',
    'millones',
    'millones de pesos',
    'mi',
    'milhões',
    'lucas',
    'M',
    'MM',
    'bn',
    'centavos',
    'x',
    '%',
    '-',
    'o más',
  );
  /** Digits as a locale writes them, and as others do. */
  const digits = fc
    .tuple(fc.integer({ min: 0, max: 3_000_000 }), fc.constantFrom('', ',', '.', ' ', '\u00a0', "'"))
    .map(([value, group]) => String(value).replace(/\B(?=(?:\d{3})+$)/g, group));
  const typed = fc.tuple(side, digits, side, fc.constantFrom('', ' ', '\u00a0'));
  const parsers = [parseAmount, parseAmountWithCents];

  it('is charged as its digits alone, with its own currency beside them, or not at all', () => {
    fc.assert(
      fc.property(typed, tag, currency, ([before, number, after, space], locale, code) => {
        const words = amountWords(code);
        const bare = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
        const isOwn = [before, after].every((text) =>
          bare(text)
            .split(' ')
            .every((word) => word === '' || words.own.includes(word)),
        );
        for (const parse of parsers) {
          const parsed = parse(`${before}${space}${number}${space}${after}`, locale, words);
          const alone = parse(number, locale, words);
          if (isOwn) expect(parsed).toEqual(alone);
          else expect(parsed.ok).toBe(false);
          if (!('understood' in parsed)) continue;
          // What is asked is a multiple of the digits, and typing it as the question shows it is that amount.
          const times = alone.ok ? parsed.understood / alone.amount : 0;
          expect([1_000, 1_000_000]).toContain(times);
          const shown = writeNumber(parsed.understood, locale);
          expect(parse(shown, locale, words)).toEqual({ ok: true, amount: parsed.understood });
        }
      }),
      { seed: 78, numRuns: 3_000 },
    );
  });

  it('names nothing that is the own currency as another one, and no word twice', () => {
    for (const code of CURRENCIES) {
      const { own, other, magnitudes } = amountWords(code);
      expect(own).toContain(code.toLowerCase());
      expect(own.filter((word) => other.includes(word))).toEqual([]);
      const factors = Object.values(magnitudes).flatMap((all) => [...(all?.thousand ?? []), ...(all?.million ?? [])]);
      expect(factors.filter((word) => own.includes(word) || other.includes(word))).toEqual([]);
    }
  });

  it('is held to bounds, understood or not', () => {
    const bounds = { min: 1_000, max: 60_000 };
    const held = (text: string) => withinBounds(parseAmount(text, 'es-CO', amountWords('COP')), bounds);
    expect(held('50.000')).toEqual({ ok: true, amount: 50_000 });
    expect(held('50 mil')).toEqual({ ok: false, error: 'magnitude', understood: 50_000 });
    expect(held('61 mil')).toEqual({ ok: false, error: 'too_large' });
    expect(held('0,5 mil')).toEqual({ ok: false, error: 'too_small' });
    expect(held('999')).toEqual({ ok: false, error: 'too_small' });
    expect(held('50 usd')).toEqual({ ok: false, error: 'other_currency' });
  });
});

describe('an amount with cents', () => {
  it.each([
    ['1,427.49', 'en', 1427.49],
    ['1427.5', 'en', 1427.5],
    ['1.427,49', 'es-CO', 1427.49],
    ['0.49', 'en', 0.49],
    ['600', 'pt-BR', 600],
  ])('reads %s in %s as %d', (text, locale, amount) => {
    expect(parseAmountWithCents(text, locale, amountWords('USD'))).toEqual({ ok: true, amount });
  });

  it.each([
    ['0', 'too_small'],
    ['0.00', 'too_small'],
    ['1.427', 'ambiguous'],
    ['', 'empty'],
  ])('refuses %j as %s', (text, error) => {
    expect(parseAmountWithCents(text, 'en', amountWords('USD'))).toEqual({ ok: false, error });
  });
});
