import type { Texts } from '#components/ui/texts.ts';
import type { PaymentMethod } from '#lib/payments/views/checkout-view.ts';

/** The texts for a payment that was declined after the donor had left the form. */
export function declinedTexts({ t }: Pick<Texts, 't'>, method: PaymentMethod) {
  if (method === 'card')
    return { title: t('declines.title'), body: t('waiting.cardFailed'), retry: t('waiting.cardRetry') };
  return {
    title: t(`redirect.declined.${method}.title`),
    body: t(`redirect.declined.${method}.body`),
    retry: t(`redirect.declined.${method}.retry`),
  };
}
