import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { formattingLocale, LOCALES } from './locales.ts';
import { en } from './messages/en.ts';
import { translatorFor } from './translate.ts';
import { createTranslate } from './translator.ts';

type Tree = { readonly [key: string]: string | Tree };

function flatten(tree: Tree, path = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) =>
      typeof value === 'string' ? { [path + key]: value } : flatten(value, `${path}${key}.`),
    ),
  );
}

/** The names of the placeholders of an ICU text, nested ones included. */
function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\s*[,}]/g)].map((match) => match[1] ?? ''))].toSorted();
}

const SAMPLE = {
  cause: 'A',
  partner: 'B',
  date: 'C',
  amount: 'D',
  words: 'E',
  times: 12,
  asked: 'F',
  email: 'G',
};
const MORE = {
  currency: 'H',
  example: 'I',
  seconds: 2,
  minutes: 2,
  min: 'J',
  max: 'K',
  name: 'L',
  title: 'M',
};
const WITHDRAWAL = { account: 'S', note: 'T', withdrawalId: 'U' };
const SIGN_IN = { code: 'V', url: 'W', digits: 'X', left: 2, count: 2 };
const OWN_PAYMENTS = { asked: 'F', range: 'H', most: 'G' };
const ACCOUNT = { browser: 'HH', system: 'II', reason: 'JJ' };
const PAYOUT = { limit: 'I', left: 2, note: 'T', total: 'GG' };
const OWN_CAUSE = { goal: 'Y', value: 'Z', zone: 'UTC', prefix: 'https://example.org/' };
const PAUSE = { declines: 2, approvals: 3 };
const STAFF = { id: 'AA', state: 'BB', gateway: 'CC', number: 'DD', error: 'EE', back: 'FF' };
const VALUES = {
  ...SAMPLE,
  ...MORE,
  causeUrl: 'N',
  paymentId: 'O',
  receiptUrl: 'P',
  host: 'Q',
  time: 'R',
  share: 'S',
  ...WITHDRAWAL,
  ...SIGN_IN,
  ...OWN_CAUSE,
  ...STAFF,
  ...PAUSE,
  ...PAYOUT,
  ...ACCOUNT,
  ...OWN_PAYMENTS,
};

describe.each(LOCALES)('the texts in %s', (locale) => {
  const texts = flatten(CATALOGUE[locale]);
  const source = flatten(en);

  it('have the keys of the English texts and leave none empty', () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(source).toSorted());
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('use the placeholders of the English texts', () => {
    for (const [key, text] of Object.entries(texts)) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(source[key] ?? '')]);
    }
  });

  it('all format', () => {
    const translate = translatorFor(locale) as unknown as (key: string, values: object) => string;
    for (const key of Object.keys(texts)) expect(translate(key, VALUES)).not.toMatch(/[{}]|undefined/);
  });
});

/** What is called the same everywhere. */
const NAMES = /^(?:Mercado Pago|NIT|WhatsApp)$/;

describe.each(LOCALES.filter((locale) => locale !== 'en'))('of the texts in %s', (locale) => {
  it('none is left in English', () => {
    const source = flatten(en);
    const left = Object.entries(flatten(CATALOGUE[locale])).filter(([key, text]) => text === source[key]);
    expect(left.filter(([, text]) => !NAMES.test(text))).toEqual([]);
  });
});

describe('a translator', () => {
  it('throws where a text was not handed to it', () => {
    expect(() => createTranslate('en', { ui: en.ui })('checkout.back')).toThrow();
  });

  it('writes money as the country of the cause does, where the language is its own', () => {
    expect(formattingLocale('es', 'co')).toBe('es-CO');
    expect(formattingLocale('es', 'us')).toBe('es-US');
    expect(formattingLocale('es', 'br')).toBe('es');
    expect(formattingLocale('en', 'co')).toBe('en');
    expect(formattingLocale('pt', 'br')).toBe('pt-BR');
    expect(formattingLocale('pt', 'pt')).toBe('pt-PT');
    expect(formattingLocale('pt', 'co')).toBe('pt');
    expect(formattingLocale('en', 'au')).toBe('en-AU');
    expect(formattingLocale('en', null)).toBe('en');
  });
});
