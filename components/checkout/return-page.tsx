import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { CheckoutFrame } from './frame.tsx';
import { LinkDocument } from './link-document.tsx';
import type { LinkRequest } from './link-request.ts';
import { NotStarted } from './not-started.tsx';
import { browserTexts, checkoutTexts } from './page-texts.ts';
import { ReturnWatch } from './return-watch.tsx';

type Props = { request: LinkRequest; view: CheckoutView };

/** The page after a bank: what became of the payment, as soon as the server knows. */
export function ReturnPage({ request, view }: Props) {
  const { locale } = request;
  const texts = checkoutTexts(locale, view.country);
  const { t, formatLocale } = texts;
  const checkoutHref = `/checkout?${new URLSearchParams({ ref: view.link.id, lang: locale })}`;
  return (
    <LinkDocument
      {...{ request, texts }}
      title={t('checkout.title', { cause: view.link.cause.name })}
      accentColour={view.link.branding?.accent_color}
    >
      <TextsProvider {...{ locale, formatLocale }} messages={browserTexts(locale, { moves: true })}>
        <CheckoutFrame {...{ texts, view }} path="/checkout/return" isPayable={false}>
          <NotStarted href={checkoutHref} nonce={request.nonce} />
          <ReturnWatch {...{ view, checkoutHref }} />
          <noscript>
            <p className="ways-on">
              <a className="button" href={checkoutHref}>
                {t('checkout.confirming.status')}
              </a>
            </p>
          </noscript>
        </CheckoutFrame>
      </TextsProvider>
    </LinkDocument>
  );
}
