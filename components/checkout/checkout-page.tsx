import { InlineScript } from '#components/ui/inline-script.tsx';
import type { Texts } from '#components/ui/texts.ts';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { CheckoutFrame } from './frame.tsx';
import { LinkDocument } from './link-document.tsx';
import type { LinkRequest } from './link-request.ts';
import { PROCESSOR_SCRIPT } from './methods/card-script.ts';
import { cardStartText } from './methods/card-start-text.ts';
import { usableMethods } from './methods/offer.ts';
import { NotStarted } from './not-started.tsx';
import { OpenCheckout } from './open-checkout.tsx';
import { NoMethod, NotAccepting, NotOpenYet } from './outcomes/closed.tsx';
import { Settled } from './outcomes/settled.tsx';
import { browserTexts, checkoutTexts } from './page-texts.ts';
import { firstMethod, firstPhase, type Wish, wishOf } from './phase.ts';

type Props = {
  request: LinkRequest;
  view: CheckoutView;
  /** Until the link expires, in milliseconds, by the server's clock: the donor's may be wrong. */
  remainingMs: number;
  /** What `pay=` in the address asks for. */
  pay: string | undefined;
};

/** The checkout of a link, the screen chosen by what the link and its cause were when the server looked. */
export function CheckoutPage({ request, view, remainingMs, pay }: Props) {
  const { locale } = request;
  const texts = checkoutTexts(locale, view.country);
  const isOpen = isPayable(view);
  const wish = wishOf(pay, view);
  return (
    <LinkDocument
      {...{ request, texts }}
      title={pageTitle(texts, view)}
      accentColour={view.link.branding?.accent_color}
    >
      {isOpen && startsWithCard(view, wish) && <StartCard {...{ view, request }} />}
      <TextsProvider
        {...{ locale }}
        formatLocale={texts.formatLocale}
        messages={browserTexts(locale, { moves: isOpen })}
      >
        <CheckoutFrame {...{ texts, view }} path="/checkout" isPayable={isOpen}>
          {isOpen && <NotStarted href={view.url} nonce={request.nonce} />}
          {isOpen ? <OpenCheckout {...{ view, remainingMs }} pay={wish} /> : <Closed {...{ texts, view }} />}
        </CheckoutFrame>
      </TextsProvider>
    </LinkDocument>
  );
}

function isPayable(view: CheckoutView): boolean {
  return view.link.status === 'open' && view.acceptance === 'accepting' && usableMethods(view).length > 0;
}

/** The first thing on the page is the card form. */
function startsWithCard(view: CheckoutView, wish: Wish): boolean {
  return firstPhase(view, wish).kind === 'form' && firstMethod(view, wish) === 'card';
}

/** Begins what the card form waits for with the page's HTML, before any script of the page has come. */
function StartCard({ view, request: { locale, nonce } }: Pick<Props, 'view' | 'request'>) {
  const text = cardStartText(view.link.id, locale, view.stripeJsUrl ?? PROCESSOR_SCRIPT);
  return <InlineScript {...{ nonce, text }} />;
}

/** What the tab says: the screen, and the cause it is about. */
function pageTitle({ t }: Texts, view: CheckoutView): string {
  const cause = view.link.cause.name;
  if (isPayable(view)) return t('checkout.title', { cause });
  if (view.link.status !== 'open') return `${t(`checkout.${view.link.status}.title`)} · ${cause}`;
  if (view.acceptance === 'accepting') return `${t('checkout.noMethod.title')} · ${cause}`;
  const screen = view.acceptance === 'not_open_yet' ? 'notOpenYet' : 'notAccepting';
  return `${t(`checkout.${screen}.title`)} · ${cause}`;
}

function Closed({ texts, view }: { texts: Texts; view: CheckoutView }) {
  if (view.link.status !== 'open') return <Settled {...{ texts, view }} isNew={false} />;
  if (view.acceptance === 'not_open_yet') return <NotOpenYet {...{ texts, view }} isNew={false} />;
  if (view.acceptance === 'not_accepting') return <NotAccepting {...{ texts, view }} isNew={false} />;
  return <NoMethod {...{ texts, view }} isNew={false} />;
}
