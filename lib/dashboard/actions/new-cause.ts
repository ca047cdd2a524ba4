import { z } from 'zod';
import { createOwnCause, ownCauseInput } from '#lib/causes/create-own.ts';
import { env } from '#lib/env.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { knownLocale } from '#lib/i18n/known-locale.ts';
import { type AmountParseError, parseAmount } from '#lib/i18n/parse-amount.ts';
import { customaryUnitsPerMajor } from '#lib/money.ts';
import { ACTOR_ALONE, dashboardAction } from '../action.ts';
import { formErrorOfIssue, InvalidForm, rejectField } from '../form-errors.ts';
import type { FormErrorCode } from '../page-view.ts';

/** The form error of a goal that cannot be parsed; an empty one is no goal. */
const GOAL_ERRORS: Record<Exclude<AmountParseError, 'empty'>, FormErrorCode> = {
  not_a_number: 'amount',
  not_whole: 'amountWhole',
  ambiguous: 'amountAmbiguous',
  too_small: 'amount',
  too_large: 'goalTooLarge',
};

/** `once` identifies the form: sent twice, it creates one cause. `locale` is the reader's number format. */
const form = z.object({
  once: z.string().min(1).max(60),
  locale: z.string(),
  title: z.string().trim().min(1),
  country: z.string().min(1),
  currency: z.string().min(1),
  goal: z.string(),
  description: z.string().transform((text) => text.trim()),
  terms: z.literal('on', 'termsNeeded'),
});

/** Creates a draft of the actor's own. The terms are accepted with the form. */
export const createCauseAction = dashboardAction({
  name: 'cause.create',
  auditedBy: 'domain',
  input: form,
  find: ACTOR_ALONE,
  async act(tx, { actor, input, headers, now }) {
    const { once, locale, title, country, currency, description } = input;
    const parsed = ownCauseInput.safeParse({
      ...{ title, country, currency, description: description || null },
      goalAmount: goalMajorOf(input.goal, locale) * customaryUnitsPerMajor(currency),
    });
    if (!parsed.success) throw new InvalidForm(parsed.error.issues.map(formErrorOfIssue).map(withField));
    const accepted = { termsVersion: env().termsVersion, ip: clientAddress(headers) ?? 'unknown' };
    const who = { accountId: actor.id, role: actor.role };
    const { key } = await createOwnCause(tx, who, parsed.data, accepted, once, now);
    return { to: `/dashboard/causes/${encodeURIComponent(key)}`, notice: 'causeCreated' };
  },
});

function goalMajorOf(text: string, locale: string): number {
  const parsed = parseAmount(text, knownLocale(locale));
  if (parsed.ok) return parsed.amount;
  return parsed.error === 'empty' ? 0 : rejectField('goal', GOAL_ERRORS[parsed.error]);
}

/** The form calls the goal by another name than the domain. */
function withField(error: { field: string; code: FormErrorCode }) {
  return error.field === 'goalAmount' ? { ...error, field: 'goal' } : error;
}
