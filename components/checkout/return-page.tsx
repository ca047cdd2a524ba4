import type { Locale } from '#lib/i18n/locales.ts';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { CheckoutFrame } from './frame.tsx';
import { pageTexts } from './page-texts.ts';
import { ReturnWatch } from './return-watch.tsx';

type Props = { view: CheckoutView; locale: Locale; nonce: string | undefined };

/** The page after a bank: what became of the payment, as soon as the server knows. */
export function ReturnPage({ view, locale, nonce }: Props) {
  const { texts, messages } = pageTexts(locale, view.country);
  const { t } = texts;
  const checkoutHref = `/checkout?${new URLSearchParams({ ref: view.link.id, lang: locale })}`;
  return (
    <CheckoutFrame
      {...{ texts, messages, view, nonce }}
      path="/checkout/return"
      title={t('checkout.title', { cause: view.link.cause.name })}
      isPayable={false}
    >
      <ReturnWatch {...{ view, checkoutHref }} />
      <noscript>
        <p className="ways-on">
          <a className="button" href={checkoutHref}>
            {t('checkout.confirming.status')}
          </a>
        </p>
      </noscript>
    </CheckoutFrame>
  );
}
