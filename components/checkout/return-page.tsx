import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { CheckoutFrame } from './frame.tsx';
import { ReturnWatch } from './return-watch.tsx';

/** The page after a bank: what became of the payment, as soon as the server knows. */
export function ReturnPage({ view }: { view: CheckoutView }) {
  const { t, locale } = useTexts();
  const checkoutHref = `/checkout?${new URLSearchParams({ ref: view.link.id, lang: locale })}`;
  return (
    <CheckoutFrame {...{ view }} path="/checkout/return" isPayable={false}>
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
