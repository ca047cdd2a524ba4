import { money, type Texts } from '#components/ui/texts.ts';
import { failureText } from './failure-text.ts';
import type { FormNotice } from './form-alert.tsx';
import type { PayResult } from './pay-donation.ts';

/** What the donor is told at the payment when it came to nothing; undefined where the page itself changes. */
export function payNotice(result: PayResult, texts: Texts, currency: string): FormNotice | undefined {
  const { t } = texts;
  switch (result.kind) {
    case 'declined':
      return atPayment('error', t('declines.title'), t(`declines.${result.text}`), t('declines.noMoney'));
    case 'incomplete':
      return atPayment('error', t('declines.incomplete'));
    case 'failed':
      return atPayment('error', failureText(t, result.failure, 'notSaved'));
    case 'started_over': {
      const amount = money(texts, result.amount, currency);
      return result.hasMoved
        ? atPayment(
            'notice',
            t('checkout.payment.amountMoved', { amount }),
            t('checkout.payment.amountMovedBody'),
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

function atPayment(tone: FormNotice['tone'], title: string, ...lines: string[]): FormNotice {
  return { tone, title, items: lines.map((text) => ({ text })) };
}
