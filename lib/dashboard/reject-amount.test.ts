import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, type Currency } from '#lib/currencies.ts';
import type { Tx } from '#lib/db.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import type { ActionContext } from './action.ts';
import { createCauseAction } from './actions/new-cause.ts';
import { reviewWithdrawalAction, storedRequest } from './actions/withdrawal.ts';
import { formErrorsOf, isInvalidForm } from './form-errors.ts';
import type { FormError } from './page-view.ts';

type Input = Record<string, string>;
type Resource = { key: string; currency: string };

/** What an action needs that refuses its form before it reads or writes anything. */
function actOf(input: Input, resource: Resource | Record<string, never>): ActionContext<unknown, never> {
  const actor = { id: 'acc_1', name: 'Ana', role: 'creator' } as const;
  const now = new Date('2026-11-26T12:00:00Z');
  return { actor, input, resource: resource as never, now, headers: new Headers(), file: null, locale: 'es' };
}

async function errorsOf(work: Promise<unknown> | undefined): Promise<FormError[]> {
  try {
    await work;
  } catch (error) {
    if (isInvalidForm(error)) return error.errors;
    if (isDomainError(error)) return formErrorsOf(error, 'creator') ?? [];
    throw error;
  }
  throw new Error('The form was not refused.');
}

type Typed = { typed: string; currency: Currency; locale: string };

function goalErrors({ typed, currency, locale }: Typed): Promise<FormError[]> {
  const input = { once: 'once', title: 'A roof', country: 'CO', description: '', terms: 'on', locale };
  const act = actOf({ ...input, currency, goal: typed }, {});
  return errorsOf(createCauseAction.act?.({} as Tx, act as never));
}

function withdrawalErrors({ typed, currency, locale }: Typed): Promise<FormError[]> {
  const input = { key: 'roof', once: 'once', bankAccountId: 'ban_1', reason: '', locale, amount: typed };
  return errorsOf(reviewWithdrawalAction.run?.(actOf(input, { key: 'roof', currency }) as never));
}

const FORMS = { goal: goalErrors, amount: withdrawalErrors } as const;

describe.each(['goal', 'amount'] as const)('a creator who types the %s of a form', (field) => {
  const errors = FORMS[field];

  it.each<[string, Currency, string, FormError['code'], FormError['values']]>([
    ['50 mil', 'COP', 'es-CO', 'amountMagnitude', { amount: '$\u00a050.000\u00a0COP', example: '50.000' }],
    ['2,5 milhões', 'BRL', 'pt-BR', 'amountMagnitude', { amount: 'R$\u00a02.500.000', example: '2.500.000' }],
    ['50k', 'USD', 'en-US', 'amountMagnitude', { amount: 'US$50,000', example: '50,000' }],
    ['50 lucas', 'CLP', 'es-CL', 'amountMagnitude', { amount: '$50.000\u00a0CLP', example: '50.000' }],
    ['50 USD', 'COP', 'es-CO', 'amountOtherCurrency', { currency: 'COP' }],
    ['€50', 'MXN', 'es-MX', 'amountOtherCurrency', { currency: 'MXN' }],
    ['50 reais', 'PEN', 'es-PE', 'amountOtherCurrency', { currency: 'PEN' }],
    ['50 M', 'COP', 'es-CO', 'amountNotNumber', undefined],
    ['50 mil', 'USD', 'en-US', 'amountNotNumber', undefined],
    ['fifty', 'USD', 'en-US', 'amountNotNumber', undefined],
    ['5 50', 'ARS', 'es-AR', 'amountAmbiguous', undefined],
    ['0', 'GTQ', 'es-GT', 'amount', undefined],
    ['12.345,50', 'COP', 'es-CO', 'amountWhole', undefined],
    ['0,5', 'COP', 'es-CO', 'amountWhole', undefined],
    ['12.345,50', 'CLP', 'es-CL', 'amountWhole', undefined],
    ['0,5', 'PYG', 'es-PY', 'amountWhole', undefined],
  ])('reads why %j is refused in %s and %s: %s', async (typed, currency, locale, code, values) => {
    expect(await errors({ typed, currency, locale })).toEqual([{ field, code, ...(values && { values }) }]);
  });

  it('is never taken at its digits alone where another word stands beside them', async () => {
    const typed = fc
      .tuple(
        fc.integer({ min: 1, max: 999 }),
        fc.constantFrom(' ', '', '\u00a0'),
        fc.constantFrom('k', 'mil', 'thousand', 'millones', 'milhões', 'lucas', 'M', 'JPY', 'x', '¥'),
      )
      .map((parts) => parts.join(''));
    const formatLocale = fc.constantFrom('en-US', 'es-CO', 'es-MX', 'pt-BR', 'pt-PT');
    await fc.assert(
      fc.asyncProperty(typed, formatLocale, fc.constantFrom(...CURRENCIES), async (text, locale, currency) => {
        const [error] = await errors({ typed: text, currency, locale });
        expect(error?.field).toBe(field);
        expect(error?.code).toMatch(/^(?:amountMagnitude|amountOtherCurrency|amountNotNumber)$/);
        const kept = { once: 'once', bankAccountId: 'ban_1', reason: '', locale, amount: text };
        expect(storedRequest(kept, { key: 'roof', currency })).toBeNull();
      }),
      { seed: 78, numRuns: 400 },
    );
  });
});

it('a form says what was understood in every language', () => {
  const values = { amount: '$ 50.000', example: '50.000' };
  const said = LOCALES.map((locale) => translatorFor(locale)('dashboard.formErrors.amountMagnitude', values));
  expect(said).toEqual([
    'Did you mean $ 50.000? If so, enter 50.000.',
    '¿Quisiste decir $ 50.000? Si es así, escribe 50.000.',
    'Você quis dizer $ 50.000? Se sim, digite 50.000.',
  ]);
});
