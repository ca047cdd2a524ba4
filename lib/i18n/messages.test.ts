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

/** A value for every placeholder that some text has. */
const VALUES = {
  action: 'an action',
  account: 'an account',
  ago: 'an hour ago',
  bank: 'a bank',
  brand: 'a brand',
  descriptor: 'A TEXT',
  last4: '4242',
  amount: '$ 50',
  approvals: 3,
  asked: '$ 40',
  reference: 'ACH 4711',
  references: 'ACH 4711, ACH 4712',
  back: '$ 10',
  owed: '$ 10',
  browser: 'a browser',
  cause: 'a cause',
  client: 'a client',
  causeUrl: 'https://example.org/c/a',
  code: '123 456',
  commission: '$ 2.50',
  cost: '$ 1.75',
  count: 2,
  currency: 'pesos',
  date: 'a day',
  day: 'a day',
  declines: 2,
  digits: '6',
  email: 'name@example.org',
  error: 'an error',
  example: '50',
  field: 'a field',
  first: '51',
  gateway: 'a gateway',
  goal: '$ 100',
  holder: 'a holder',
  host: 'example.org',
  id: 'an id',
  last: '100',
  left: 2,
  limit: '$ 90',
  max: '100',
  min: '1',
  minutes: 2,
  step: '1',
  steps: '3',
  most: '$ 80',
  name: 'a name',
  note: 'a note',
  number: 'a number',
  partner: 'a partner',
  paymentId: 'pay_1',
  percent: '5%',
  prefix: 'https://example.org/',
  previous: '$ 30',
  range: 'a range',
  reason: 'a reason',
  receiver: 'an organization',
  receiptUrl: 'https://example.org/receipt/a',
  seconds: 2,
  service: 'a service',
  share: '10 %',
  state: 'a state',
  from: 'a state',
  sum: '$ 60',
  system: 'a system',
  time: 'a time',
  times: 12,
  title: 'a title',
  to: 'another state',
  total: '$ 70',
  url: 'https://example.org/',
  value: 'a value',
  withdrawalId: 'wdr_1',
  words: 'fifty pesos',
  zone: 'UTC',
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

/** Names and words that are the same in several languages. */
const NAMES = /^(?:Mercado Pago|NIT|WhatsApp|Chargeback|Error: \{title\}|IBAN|CLABE|Menu)$/;

describe.each(LOCALES.filter((locale) => locale !== 'en'))('of the texts in %s', (locale) => {
  it('none is left in English', () => {
    const source = flatten(en);
    const untranslated = Object.entries(flatten(CATALOGUE[locale])).filter(([key, text]) => text === source[key]);
    expect(untranslated.filter(([, text]) => !NAMES.test(text))).toEqual([]);
  });
});

describe('a translator', () => {
  it('throws for a text of a group that it was not given', () => {
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
