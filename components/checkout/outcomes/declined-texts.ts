import type { Texts } from '#components/ui/texts.ts';
import type { PaymentMethod } from '#lib/payments/checkout-view.ts';

/** What a donor is told whose payment was turned down after they had left the form. */
export function declinedTexts({ t }: Pick<Texts, 't'>, method: PaymentMethod) {
  if (method === 'card')
    return { title: t('declines.title'), body: t('waiting.cardFailed'), retry: t('waiting.cardRetry') };
  return {
    title: t(`redirect.declined.${method}.title`),
    body: t(`redirect.declined.${method}.body`),
    retry: t(`redirect.declined.${method}.retry`),
  };
}
