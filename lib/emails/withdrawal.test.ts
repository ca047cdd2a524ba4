import { expect, test } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { HOLD_REASONS } from '#lib/withdrawals/checks.ts';
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

test.each(LOCALES)('in %s, one that was put back says why, and that its money stays set aside', (locale) => {
  const told = HOLD_REASONS.map((heldFor) => {
    const { subject, text } = renderEmail('withdrawal_changed', locale, {
      ...DATA,
      state: 'requested',
      heldFor,
    });
    expect(subject).not.toBe(
      renderEmail('withdrawal_changed', locale, { ...DATA, state: 'requested' }).subject,
    );
    expect(text).toContain('Banco de Bogotá •••• 6789');
    return text;
  });
  expect(new Set(told).size).toBe(HOLD_REASONS.length);
});
