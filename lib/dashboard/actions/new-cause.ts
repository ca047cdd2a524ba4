import { z } from 'zod';
import { createOwnCause, ownCauseInput } from '#lib/causes/create-own.ts';
import { env } from '#lib/env.ts';
import { toOneLine } from '#lib/fields.ts';
import { clientAddress } from '#lib/http/request.ts';
import { amountWords } from '#lib/i18n/amount-words.ts';
import { parseAmount } from '#lib/i18n/parse-amount.ts';
import { supportedLocale } from '#lib/i18n/supported-locale.ts';
import { customaryUnitsPerMajor } from '#lib/money.ts';
import { dashboardAction, NO_RESOURCE } from '../action.ts';
import { formErrorOfIssue, InvalidForm } from '../form-errors.ts';
import type { FormErrorCode } from '../page-view.ts';
import { rejectAmount } from '../reject-amount.ts';

/** `once` identifies the form: sent twice, it creates one cause. `locale` is the reader's number format. */
const form = z.object({
  once: z.string().min(1).max(60),
  locale: z.string(),
  title: z.string().transform(toOneLine).pipe(z.string().min(1)),
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
  find: NO_RESOURCE,
  async act(tx, { actor, input, headers, now }) {
    const { once, locale, title, country, currency, description } = input;
    const parsed = ownCauseInput.safeParse({
      title,
      country,
      currency,
      description: description || null,
      goalAmount: goalMajorOf(input.goal, currency, locale) * customaryUnitsPerMajor(currency),
    });
    if (!parsed.success) throw new InvalidForm(parsed.error.issues.map(formErrorOfIssue).map(withField));
    const accepted = { termsVersion: env().termsVersion, ip: clientAddress(headers) ?? 'unknown' };
    const { key } = await createOwnCause(tx, actor, parsed.data, accepted, once, now);
    return { to: `/dashboard/causes/${encodeURIComponent(key)}`, notice: 'causeCreated' };
  },
});

/** An empty goal is none. @throws InvalidForm */
function goalMajorOf(text: string, currency: string, locale: string): number {
  const formatLocale = supportedLocale(locale);
  const parsed = parseAmount(text, formatLocale, amountWords(currency));
  if (parsed.ok) return parsed.amount;
  if (parsed.error === 'empty') return 0;
  const texts = { empty: 'required', not_whole: 'amountWhole', too_large: 'goalTooLarge' } as const;
  return rejectAmount(parsed, { field: 'goal', currency, formatLocale, texts });
}

/** The form calls the goal by another name than the domain. */
function withField(error: { field: string; code: FormErrorCode }) {
  return error.field === 'goalAmount' ? { ...error, field: 'goal' } : error;
}
