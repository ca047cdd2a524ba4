import { expect, test } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { WITHDRAWAL_STATES } from '#lib/withdrawals/states.ts';
import { renderEmail } from './render.ts';

const DATA = {
  ...{ name: 'Ana', title: 'Agua para Ráquira', country: 'co', amountMajor: 50_000, currency: 'COP' },
  ...{ withdrawalId: 'wd_1', account: 'Banco de Bogotá •••• 6789', note: 'ACH 4711' },
};

test.each(LOCALES)('in %s, each state says how much goes where, and which withdrawal it is', (locale) => {
  const subjects = WITHDRAWAL_STATES.map((state) => {
    const { subject, text } = renderEmail('withdrawal_changed', locale, { ...DATA, state });
    expect(subject).toMatch(/50[.,]000/);
    for (const part of ['Agua para Ráquira', 'Banco de Bogotá •••• 6789', 'wd_1', 'ACH 4711'])
      expect(text).toContain(part);
    return subject;
  });
  expect(new Set(subjects).size).toBe(WITHDRAWAL_STATES.length);
});

test('a withdrawal that nobody wrote about has no note', () => {
  const data = { ...DATA, state: 'paid' as const, note: null };
  expect(renderEmail('withdrawal_changed', 'en', data).text).not.toContain('team wrote');
});
