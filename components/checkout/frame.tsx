import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { RemoteImage } from '#components/ui/remote-image.tsx';
import { money, type Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { Expiry, FrameLanguages, FrameRecipient, FrameText, PartnerLabel } from './frame-texts.tsx';
import { OtherDevice } from './other-device.tsx';
import { CauseName, CheckoutBody, PageHeadingProvider } from './page-heading.tsx';

type Props = {
  texts: Texts;
  view: CheckoutView;
  /** This page, for the links to it in the other languages. */
  path: string;
  /** The donation can be paid on this page. */
  isPayable: boolean;
  /** The page begins with a screen and not with the form. */
  isScreen: boolean;
  /** Where a donor without JavaScript sees what became of a payment for which the page waits. */
  statusHref?: string | undefined;
  children: ReactNode;
};

/**
 * The frame of every screen of a link: the test banner, the partner, the cause, the expiry, and the way back. Its texts are
 * those of `frame-texts.tsx`, which follow the language of the page.
 */
export function CheckoutFrame({ texts, view, path, isPayable, isScreen, statusHref, children }: Props) {
  const { link } = view;
  return (
    <PageHeadingProvider isScreen={isScreen}>
      <header>
        {view.testMode && (
          <p className="test-banner">
            <FrameText of="ui.testBanner" />
          </p>
        )}
        <div className="masthead">
          <Brand view={view} />
          <FrameLanguages path={path} linkId={link.id} />
        </div>
      </header>
      <CheckoutBody>
        <main className="columns" id="main">
          <Summary texts={texts} view={view} isPayable={isPayable} />
          <div className="panel">
            {isPayable && !isScreen && (
              <noscript>
                <p className="notice">
                  <FrameText of="checkout.noScript" />
                </p>
              </noscript>
            )}
            {children}
            {isScreen && statusHref !== undefined && (
              <noscript>
                <p className="next-links">
                  <a className="button" href={statusHref}>
                    <FrameText of="checkout.confirming.status" />
                  </a>
                </p>
              </noscript>
            )}
          </div>
        </main>
        <footer className="foot">
          {isPayable && view.cancelUrl !== null && (
            <a className="foot-cancel" href={view.cancelUrl} rel="noreferrer">
              <PartnerLabel view={view} />
            </a>
          )}
          {isPayable && view.cameFromCause && view.causeUrl !== null && (
            <a className="foot-cancel" href={view.causeUrl}>
              <FrameText of="checkout.causePage" />
            </a>
          )}
          <FrameRecipient isPayable={isPayable} trust={view.trust} />
        </footer>
      </CheckoutBody>
    </PageHeadingProvider>
  );
}

/** The partner's branding: its name and logo. The logo is decorative; without a name, only the logo is shown. */
function Brand({ view }: { view: CheckoutView }) {
  const { display_name: name, logo_url: logo } = view.link.branding ?? {};
  return (
    <p className="brand">
      {logo !== undefined && <RemoteImage className="brand-logo" src={logo} />}
      {logo === undefined && name === undefined && <Icon name="heart" className="brand-sign" />}
      {name !== undefined && <bdi translate="no">{name}</bdi>}
    </p>
  );
}

/** The cause, and until when the link can be paid. */
function Summary({ texts, view, isPayable }: Pick<Props, 'view' | 'isPayable'> & { texts: Texts }) {
  const { cause, expires_at: expiresAt } = view.link;
  return (
    <div className="summary">
      {cause.image !== '' && (
        <div className="cover">
          <RemoteImage src={cause.image} />
        </div>
      )}
      <div>
        <p className="eyebrow">
          <FrameText of="checkout.donationTo" />
        </p>
        <CauseName>{cause.name}</CauseName>
        {!isPayable && view.link.status !== 'completed' && (
          <p className="asked" translate="no">
            {money(texts, view.amountToPay, view.link.currency)}
          </p>
        )}
        {isPayable && (
          <p className="expires">
            <Icon name="clock" />
            <Expiry iso={expiresAt} />
          </p>
        )}
        {isPayable && <OtherDevice url={view.url} linkId={view.link.id} />}
      </div>
    </div>
  );
}
