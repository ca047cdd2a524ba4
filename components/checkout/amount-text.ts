import { money, number, type Texts } from '#components/ui/texts.ts';
import { failureText } from './failure-text.ts';
import type { AmountProblem } from './use-amount.ts';

type Context = { texts: Texts; currency: string; bounds: { min: number; max: number } | null; asked: number };

/** What a donor is told about their amount, with an example written as their locale does. */
export function amountText(problem: AmountProblem, { texts, currency, bounds, asked }: Context): string {
  const { t } = texts;
  if (typeof problem === 'object') {
    return problem.kind === 'fields' ? t('errors.amountRefused') : failureText(t, problem, 'notSaved');
  }
  const example = number(texts, asked);
  switch (problem) {
    case 'empty':
      return t('errors.amountEmpty');
    case 'not_a_number':
      return t('errors.amountNotNumber', { example });
    case 'not_whole':
      return t('errors.amountNotWhole', { example });
    case 'ambiguous':
      return t('errors.amountAmbiguous', { example: String(asked) });
    case 'too_small':
      return t('errors.amountTooSmall', { min: money(texts, bounds?.min ?? 1, currency) });
    case 'too_large':
      return bounds
        ? t('errors.amountTooLarge', { max: money(texts, bounds.max, currency) })
        : t('errors.amountRefused');
    case 'refused':
      return t('errors.amountRefused');
  }
}
