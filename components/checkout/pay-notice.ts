import { money, type Texts } from '#components/ui/texts.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import type { Failure } from './api.ts';
import { failureText } from './failure-text.ts';
import type { FormNotice } from './form-alert.tsx';
import type { PayResult } from './pay-donation.ts';

/** What the donor is told at the payment when it came to nothing; undefined where the page itself changes. */
export function payNotice(
  result: PayResult,
  texts: Texts,
  { currency, isCard }: { currency: string; isCard: boolean },
): FormNotice | undefined {
  const { t } = texts;
  switch (result.kind) {
    case 'declined':
      return {
        ...atPayment('error', t('declines.title'), t(`declines.${result.text}`), t('declines.noMoney')),
        isDecline: true,
      };
    case 'incomplete':
      return atPayment('error', t('declines.incomplete'));
    case 'not_started':
      return atPayment('error', notStartedText(t, result.failure));
    case 'held':
      return atPayment('error', t('person.title'), t('person.body'));
    case 'beside':
      return atPayment('notice', t(`waiting.beside.${result.method}`), t('waiting.beside.body'));
    case 'failed':
      return atPayment('error', failureText(t, result.failure, 'notSaved'));
    case 'started_over': {
      const amount = money(texts, result.amount, currency);
      return result.hasMoved
        ? atPayment(
            'notice',
            t('checkout.payment.amountMoved', { amount }),
            t(isCard ? 'checkout.payment.amountMovedBody' : 'redirect.amountMovedBody'),
          )
        : atPayment(
            'notice',
            t('checkout.payment.startedAgain'),
            t('checkout.payment.startedAgainBody', { amount }),
          );
    }
    default:
      return undefined;
  }
}

/** What stands in the way of a payment that the donor would have finished elsewhere. */
function notStartedText(t: Translate, failure: Failure): string {
  if (failure.kind !== 'fields') return failureText(t, failure, 'gatewayDown');
  if (failure.fields.includes('method')) return t('redirect.notOffered');
  return t(failure.fields.includes('amount') ? 'errors.amountRefused' : 'redirect.refusedDetails');
}

function atPayment(tone: FormNotice['tone'], title: string, ...lines: string[]): FormNotice {
  return { tone, title, items: lines.map((text) => ({ text })) };
}
