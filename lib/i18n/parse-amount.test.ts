import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { parseAmount, parseAmountWithCents } from './parse-amount.ts';
import { moneyStyle, readerOfTag } from './reader.ts';
import { writeMoney } from './write-money.ts';

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
  it.each([
    ['50.000', 'es-CO', 50_000],
    ['$ 50.000', 'es-CO', 50_000],
    ['50.000 COP', 'es-CO', 50_000],
    ['50.000,00', 'es-CO', 50_000],
    ['50.000', 'pt-BR', 50_000],
    ['1.000,00', 'pt-BR', 1_000],
    ['R$ 1.000,00', 'pt-BR', 1_000],
    ['R$50', 'pt', 50],
    ['50 reais', 'pt-BR', 50],
    ['50 000 €', 'pt-PT', 50_000],
    ['50.000', 'pt-PT', 50_000],
    ['50,000', 'es-MX', 50_000],
    ['50,000', 'en', 50_000],
    ['50.00', 'en', 50],
    ['US$50', 'en', 50],
    ['S/ 50', 'es-PE', 50],
    ['$ 50.000 COP', 'es-CO', 50_000],
    ['50 €', 'es-ES', 50],
    ['  1 000 000 ', 'es', 1_000_000],
    ['1’000’000', 'es-CO', 1_000_000],
    ['５０', 'en', 50],
    ['50.', 'en', 50],
  ])('%j in %s is %i', (text, tag, expected) => {
    expect(parseAmount(text, tag)).toEqual({ ok: true, amount: expected });
  });

  it.each([
    ['', 'en', 'empty'],
    ['   ', 'en', 'empty'],
    ['fifty', 'en', 'not_a_number'],
    ['$', 'en', 'not_a_number'],
    ['-5', 'en', 'not_a_number'],
    ['1e5', 'en', 'not_a_number'],
    ['5a5', 'en', 'not_a_number'],
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
    expect(parseAmount(text, tag)).toEqual({ ok: false, error });
  });

  it('parses what any locale formats, with and without the currency', () => {
    fc.assert(
      fc.property(amount, locale, fc.constantFrom(...CURRENCIES), (major, tag, currency) => {
        const expected = { ok: true, amount: major };
        expect(parseAmount(new Intl.NumberFormat(tag).format(major), tag)).toEqual(expected);
        const reader = readerOfTag(tag) ?? { locale: 'en', place: null };
        for (const { place } of [reader, { place: null }]) {
          const written = writeMoney(major, currency, moneyStyle({ ...reader, place }, reader.place));
          expect(parseAmount(written, tag)).toEqual(expected);
        }
        expect(parseAmount(String(major), tag)).toEqual(expected);
      }),
    );
  });

  it('never means different amounts in two locales that both accept it', () => {
    const written = fc.tuple(amount, locale).map(([major, tag]) => new Intl.NumberFormat(tag).format(major));
    const typed = fc.oneof(written, fc.stringMatching(/^[\d.,]{1,14}$/));
    fc.assert(
      fc.property(typed, locale, locale, (text, one, other) => {
        const [first, second] = [parseAmount(text, one), parseAmount(text, other)];
        if (first.ok && second.ok) expect(first.amount).toBe(second.amount);
      }),
    );
  });

  it('is a whole amount in range or refused, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,$ -]{0,20}$/)), locale, (text, tag) => {
        const parsed = parseAmount(text, tag);
        if (!parsed.ok) return;
        expect(Number.isInteger(parsed.amount)).toBe(true);
        expect(parsed.amount).toBeGreaterThanOrEqual(1);
        expect(parsed.amount).toBeLessThanOrEqual(MAX_AMOUNT_MAJOR);
      }),
    );
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
    expect(parseAmountWithCents(text, locale)).toEqual({ ok: true, amount });
  });

  it.each([
    ['0', 'too_small'],
    ['0.00', 'too_small'],
    ['1.427', 'ambiguous'],
    ['', 'empty'],
  ])('refuses %j as %s', (text, error) => {
    expect(parseAmountWithCents(text, 'en')).toEqual({ ok: false, error });
  });
});
