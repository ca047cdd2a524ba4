import { InlineScript } from '#components/ui/inline-script.tsx';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { isUnpayable } from './checkout-state.ts';
import { CheckoutFrame } from './frame.tsx';
import { LinkDocument } from './link-document.tsx';
import type { LinkRequest } from './link-request.ts';
import { openCheckout, requestedMethod } from './machine.ts';
import { cardStartText } from './methods/card-start-text.ts';
import { usableMethods } from './methods/offer.ts';
import { OpenCheckout } from './open-checkout.tsx';
import { Outcome } from './outcomes/outcome.tsx';
import { browserTexts, checkoutTexts } from './page-texts.ts';
import { closedTitle } from './page-title.ts';
import { StartupWatchdog } from './startup-watchdog.tsx';

type Props = {
  request: LinkRequest;
  view: CheckoutView;
  /** Until the link expires, in milliseconds, by the server's clock: the donor's may be wrong. */
  remainingMs: number;
  /** What `pay=` in the address asks for. */
  pay: string | undefined;
};

/** The checkout of a link. The screen is chosen by the status of the link and its cause. */
export function CheckoutPage({ request, view, remainingMs, pay }: Props) {
  const { locale } = request;
  const texts = checkoutTexts(request, view.country);
  const isOpen = isPayable(view);
  const requested = requestedMethod(pay, view);
  const first = isOpen ? openCheckout({ view, formatLocale: texts.formatLocale, pay: requested }) : null;
  return (
    <LinkDocument
      request={request}
      texts={texts}
      {...(isOpen ? {} : { title: closedTitle(texts, view) })}
      accentColour={view.link.branding?.accent_color}
    >
      {/* The first thing on the page is the card form, for an amount that can be paid. */}
      {first?.step.kind === 'form' && first.form.method === 'card' && !isUnpayable(first) && (
        <StartCard view={view} request={request} />
      )}
      <TextsProvider
        locale={locale}
        formatLocale={texts.formatLocale}
        ownCurrency={texts.ownCurrency}
        messages={browserTexts(locale, { isInteractive: isOpen })}
      >
        <CheckoutFrame
          texts={texts}
          view={view}
          path="/checkout"
          isPayable={isOpen}
          isScreen={first?.step.kind !== 'form'}
          {...(isOpen && { statusHref: `/checkout?${new URLSearchParams({ ref: view.link.id, lang: locale })}` })}
        >
          {isOpen && <StartupWatchdog href={view.url} nonce={request.nonce} />}
          {isOpen ? (
            <OpenCheckout view={view} remainingMs={remainingMs} pay={requested} />
          ) : (
            <Outcome texts={texts} view={view} isNew={false} />
          )}
        </CheckoutFrame>
      </TextsProvider>
    </LinkDocument>
  );
}

function isPayable(view: CheckoutView): boolean {
  return view.link.status === 'open' && view.acceptance === 'accepting' && usableMethods(view).length > 0;
}

/** Starts the card form with the page's HTML, before any script of the page is loaded. */
function StartCard({ view, request: { locale, nonce } }: Pick<Props, 'view' | 'request'>) {
  return <InlineScript nonce={nonce} text={cardStartText(view, locale)} />;
}
