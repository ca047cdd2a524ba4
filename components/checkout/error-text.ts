import { currencyName, money, number, type Texts } from '#components/ui/texts.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { unreachable } from '#lib/unreachable.ts';
import { type Failure, isOffline } from './api.ts';
import {
  type AmountError,
  type CheckoutState,
  exampleAmount,
  offeredAmount,
  parsedAmount,
  presetsOf,
} from './checkout-state.ts';
import { chargeAfter, type FailedStep } from './failed-step.ts';
import { boundsOf, methodsTaking, usableMethods, widestBounds } from './methods/offer.ts';
import { declinedTexts } from './outcomes/declined-texts.ts';

/** The ids of the fields that errors link to. */
export const FIELD_IDS = {
  choice: 'amount-choice',
  amount: 'amount',
  name: 'name',
  email: 'email',
  message: 'message',
  method: 'method',
} as const;

/** A message to the donor. Lines with a target link to the field that they are about. */
export type Message = {
  tone: 'error' | 'notice';
  title: string;
  lines: { text: string; target?: string }[];
  /** Above the form, or at the payment. */
  place: 'form' | 'payment';
};

/** The text of a state's notice; null where there is none. */
export function noticeMessage(state: CheckoutState, texts: Texts): Message | null {
  const { notice, method } = state.form;
  const { t } = texts;
  const isCard = method === 'card';
  switch (notice?.kind) {
    case undefined:
      return null;
    case 'errors':
      return {
        tone: 'error',
        title: t('errors.summary'),
        lines: errorLines(state, texts),
        place: 'form',
      };
    case 'declined_later': {
      const { title, body } = declinedTexts(texts, notice.method);
      return { ...atPayment('error', title, t('declines.noMoney'), body), place: 'form' };
    }
    case 'card_declined':
      return atPayment('error', t('declines.title'), t(`declines.${notice.text}`), t('declines.noMoney'));
    case 'form_failed':
      return atPayment('error', failureText(t, { kind: 'unreachable' }, 'check'));
    case 'incomplete':
      return atPayment('error', t('declines.incomplete'));
    case 'not_ready':
      return atPayment('notice', t(isCard ? 'checkout.payment.notReady' : 'redirect.notReady'));
    case 'needs_cookies':
      return atPayment('notice', t('checkout.payment.needsCookies'));
    case 'honeypot':
      return atPayment('error', t('honeypot.title'), t('honeypot.body'));
    case 'not_started':
      return atPayment('error', notStartedText(t, notice.failure, state));
    case 'not_saved':
      return atPayment('error', failureText(t, notice.failure, 'save'));
    case 'concurrent_payment':
      return atPayment('notice', t(`waiting.notCancelled.${notice.method}`), t('waiting.notCancelled.body'));
    case 'started_again': {
      const amount = money(texts, notice.amount, state.view.link.currency);
      const body = t('checkout.payment.startedAgainBody', { amount });
      return atPayment('notice', t('checkout.payment.startedAgain'), body);
    }
    default:
      return unreachable(notice);
  }
}

/** Why an amount cannot be paid, with an example written as the donor's locale does. */
export function amountErrorText(error: AmountError, state: CheckoutState, texts: Texts): string {
  const { t } = texts;
  const { view, form } = state;
  const { currency } = view.link;
  // Where another method takes the amount, the chosen one's bounds are meant; else those of the whole page.
  const isTakenByOther = methodsTaking(view, offeredAmount(state)).length > 0;
  const bounds = (isTakenByOther && form.method !== null && boundsOf(view, form.method)) || widestBounds(view);
  const example = exampleAmount(state);
  switch (error) {
    case 'empty':
      return presetsOf(state).length > 0 ? t('errors.amountEmpty') : amountErrorText('not_a_number', state, texts);
    case 'not_a_number':
      return t('errors.amountNotNumber', { example: number(texts, example) });
    case 'other_currency':
      return t('errors.amountOtherCurrency', {
        currency: currencyName(texts, currency),
        example: number(texts, example),
      });
    case 'magnitude': {
      const parsed = parsedAmount(state);
      if (!('understood' in parsed)) return amountErrorText('not_a_number', state, texts);
      const { understood } = parsed;
      const amount = money(texts, understood, currency);
      return t('errors.amountMagnitude', { amount, example: number(texts, understood) });
    }
    case 'not_whole':
      return t('errors.amountNotWhole', { example: number(texts, example) });
    case 'ambiguous':
      return t('errors.amountAmbiguous', { example: String(example) });
    case 'too_small':
      return t('errors.amountTooSmall', { min: money(texts, bounds.min, currency) });
    case 'too_large':
      return t('errors.amountTooLarge', { max: money(texts, bounds.max, currency) });
    case 'refused':
      return t('errors.amountRefused');
    default:
      return unreachable(error);
  }
}

/** Why a request failed. Each text says that nothing was charged. */
export function failureText(
  t: Translate,
  failure: Failure,
  step: Extract<FailedStep, 'check' | 'save' | 'start'>,
): string {
  switch (failure.kind) {
    case 'too_many':
      return failure.seconds > 90
        ? t('errors.tooManyMinutes', { minutes: Math.ceil(failure.seconds / 60) })
        : t('errors.tooMany', { seconds: failure.seconds });
    case 'unreachable':
      return t(chargeAfter(step, isOffline() ? 'offline' : 'unreachable').text);
    case 'fields':
      return t('errors.refused');
    default:
      return t(chargeAfter(step, 'unavailable').text);
  }
}

/** What is still wrong: a field that was corrected has no line any more. */
function errorLines(state: CheckoutState, texts: Texts): Message['lines'] {
  const { amount, detailErrors, methodErrors } = state.form;
  const amountLine = amount.error && {
    text: amountErrorText(amount.error, state, texts),
    target: amountTarget(state),
  };
  const detailLines = (['name', 'email', 'message'] as const).flatMap((field) => {
    const error = detailErrors[field];
    return error ? [{ text: texts.t(`errors.${error}`), target: FIELD_IDS[field] }] : [];
  });
  const methodLines = methodErrors.map(({ text, target }) => ({ text: text(texts.t), target }));
  return [...(amountLine ? [amountLine] : []), ...detailLines, ...methodLines];
}

/** The id of the control that holds the amount now. */
export function amountTarget({ form }: CheckoutState): string {
  return form.amount.choice === 'other' ? FIELD_IDS.amount : FIELD_IDS.choice;
}

/** Why a redirect payment could not be started. */
function notStartedText(t: Translate, failure: Failure, { view }: CheckoutState): string {
  if (failure.kind !== 'fields') return failureText(t, failure, 'start');
  if (failure.fields.includes('method'))
    return t(usableMethods(view).length > 1 ? 'redirect.notOffered' : 'redirect.notOfferedAlone');
  return t(failure.fields.includes('amount') ? 'errors.amountRefused' : 'redirect.refusedDetails');
}

function atPayment(tone: Message['tone'], title: string, ...lines: string[]): Message {
  return { tone, title, lines: lines.map((text) => ({ text })), place: 'payment' };
}
