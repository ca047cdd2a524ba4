import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OUTCOME_ROWS, TEST_CARDS } from '../../../lib/docs/guide/testing.ts';
import { checkoutEn } from '../../../lib/i18n/messages/en/checkout.ts';
import { checkoutEs } from '../../../lib/i18n/messages/es/checkout.ts';
import { checkoutPt } from '../../../lib/i18n/messages/pt/checkout.ts';
import { PAYMENT_STATES } from '../../../lib/payments/states.ts';
import { PAYMENT_STATUSES } from '../../../lib/payments/views/record-view.ts';
import { CARDS } from './cards.ts';
import { type Language, OUTCOME_NAMES, OUTCOMES, type Outcome } from './outcomes.ts';

const TEXTS: Record<Language, string[]> = {
  en: textsOf(checkoutEn),
  es: textsOf(checkoutEs),
  pt: textsOf(checkoutPt),
};

function textsOf(messages: unknown): string[] {
  if (typeof messages === 'string') return [messages];
  return Object.values(messages as object).flatMap(textsOf);
}

test('there are at least twenty-five outcomes, each with a sentence of its own', () => {
  expect(OUTCOME_NAMES.length).toBeGreaterThanOrEqual(25);
  const titles = OUTCOME_NAMES.map((name) => OUTCOMES[name].title);
  expect(new Set(titles).size).toBe(titles.length);
});

test.each(OUTCOME_NAMES)('%s expects texts of the checkout, in every language', (name) => {
  const row: Outcome = OUTCOMES[name];
  for (const language of ['en', 'es', 'pt'] as const) {
    const text = row.page[language];
    expect(
      TEXTS[language].filter((message) => message.includes(text)),
      text,
    ).not.toEqual([]);
  }
  for (const status of row.payments) expect([...PAYMENT_STATES, ...PAYMENT_STATUSES]).toContain(status);
});

test('TESTING.md has the table of outcomes', () => {
  const rows = OUTCOME_NAMES.map((name) => {
    const { title, by, link, page, payments }: Outcome = OUTCOMES[name];
    return `| \`${name}\` | ${by.replace('_', ' ')} | ${title} | ${link} | ${payments.join(', ') || 'none'} | ${page.en} |`;
  });
  const table = ['| Outcome | By | What happens | Link | Payments | Page |', '|---|---|---|---|---|---|', ...rows];
  const text = readFileSync(new URL('../../TESTING.md', import.meta.url), 'utf8');
  expect(text.slice(text.indexOf('| Outcome |')).trimEnd().split('\n')).toEqual(table);
});

test('the documentation has the same outcomes, in the same order, with the same status of the link', () => {
  expect(OUTCOME_ROWS.map(([name, , status]) => [name, status])).toEqual(
    OUTCOME_NAMES.map((name) => [name, OUTCOMES[name].link]),
  );
});

test('the documentation names every test card of the kit', () => {
  const documented = JSON.stringify(TEST_CARDS).replaceAll(' ', '');
  expect(Object.values(CARDS).filter((number) => !documented.includes(number))).toEqual([]);
});
