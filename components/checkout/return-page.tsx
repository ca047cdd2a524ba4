import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { CheckoutFrame } from './frame.tsx';
import { LinkDocument } from './link-document.tsx';
import type { LinkRequest } from './link-request.ts';
import { browserTexts, checkoutTexts } from './page-texts.ts';
import { ReturnedCheckout } from './returned-checkout.tsx';
import { StartupWatchdog } from './startup-watchdog.tsx';

type Props = {
  request: LinkRequest;
  view: CheckoutView;
  /** The view says what the gateways know of the payment now. */
  isSynced: boolean;
};

/** The page that a bank or wallet sends the donor back to: what became of the payment, at once where the server knows. */
export function ReturnPage({ request, view, isSynced }: Props) {
  const { locale } = request;
  const texts = checkoutTexts(request, view.country);
  const { formatLocale, ownCurrency } = texts;
  const checkoutHref = `/checkout?${new URLSearchParams({ ref: view.link.id, lang: locale })}`;
  return (
    <LinkDocument request={request} texts={texts} accentColour={view.link.branding?.accent_color}>
      <TextsProvider
        locale={locale}
        formatLocale={formatLocale}
        ownCurrency={ownCurrency}
        messages={browserTexts(locale, { isInteractive: true })}
      >
        <CheckoutFrame
          texts={texts}
          view={view}
          path="/checkout/return"
          isPayable={false}
          isScreen
          statusHref={checkoutHref}
        >
          <StartupWatchdog href={checkoutHref} nonce={request.nonce} />
          <ReturnedCheckout view={view} isSynced={isSynced} checkoutHref={checkoutHref} />
        </CheckoutFrame>
      </TextsProvider>
    </LinkDocument>
  );
}
