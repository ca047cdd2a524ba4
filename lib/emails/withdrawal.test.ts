import { expect, test } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { RETURN_REASONS } from '#lib/withdrawals/checks.ts';
import { WITHDRAWAL_STATES } from '#lib/withdrawals/states.ts';
import { renderEmail } from './render.ts';

const DATA = {
  name: 'Ana',
  title: 'Agua para Ráquira',
  country: 'co',
  amountMajor: 50_000,
  currency: 'COP',
  withdrawalId: 'wd_1',
  account: 'Banco de Bogotá •••• 6789',
  note: 'ACH 4711',
  heldFor: null,
  sentReference: null,
  sentOn: null,
};

test.each(LOCALES)(
  'in %s, each state’s mail has the amount, the account and the number of the withdrawal',
  (locale) => {
    const subjects = WITHDRAWAL_STATES.map((state) => {
      const { subject, text } = renderEmail('withdrawal_changed', locale, { ...DATA, state });
      expect(subject).toMatch(/50[.,]000/);
      for (const part of ['Agua para Ráquira', 'Banco de Bogotá •••• 6789', 'wd_1', 'ACH 4711'])
        expect(text).toContain(part);
      return subject;
    });
    expect(new Set(subjects).size).toBe(WITHDRAWAL_STATES.length);
  },
);

test('a withdrawal without a note has none in its mail', () => {
  const data = { ...DATA, state: 'paid' as const, note: null };
  expect(renderEmail('withdrawal_changed', 'en', data).text).not.toContain('note from our team');
});

test.each([
  ['en', 'Sent on November 25, 2026. Bank reference: ACH 4711'],
  ['es', 'Enviado el 25 de noviembre de 2026. Referencia bancaria: ACH 4711'],
  ['pt', 'Enviado em 25 de novembro de 2026. Referência bancária: ACH 4711'],
] as const)('in %s, the mail about one that was sent has the reference and the day', (locale, line) => {
  const sent = {
    ...DATA,
    state: 'paid' as const,
    note: null,
    sentReference: 'ACH 4711',
    sentOn: '2026-11-25',
  };
  expect(renderEmail('withdrawal_changed', locale, sent).text).toContain(line);
});

test.each(LOCALES)('in %s, the mail about a held withdrawal says why, and that its money stays reserved', (locale) => {
  const texts = RETURN_REASONS.map((heldFor) => {
    const { subject, text } = renderEmail('withdrawal_changed', locale, {
      ...DATA,
      state: 'requested',
      heldFor,
    });
    expect(subject).not.toBe(renderEmail('withdrawal_changed', locale, { ...DATA, state: 'requested' }).subject);
    expect(text).toContain('Banco de Bogotá •••• 6789');
    return text;
  });
  expect(new Set(texts).size).toBe(RETURN_REASONS.length);
});
