import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { RemoteImage } from '#components/ui/remote-image.tsx';
import { SLOT } from '#components/ui/sentence.tsx';
import { money, type Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { OtherDevice } from './other-device.tsx';
import { partnerLabel } from './outcomes/ways-on.tsx';

type Props = {
  texts: Texts;
  view: CheckoutView;
  /** This page, for the links to it in the other languages. */
  path: string;
  /** The donation can be paid on this page. */
  isPayable: boolean;
  children: ReactNode;
};

/** The page around every screen of a link: the test banner, who asks, for what, until when, and the way back. */
export function CheckoutFrame({ texts, view, path, isPayable, children }: Props) {
  const { t, locale } = texts;
  const { link } = view;
  return (
    <>
      <header>
        {view.testMode && <p className="test-banner">{t('ui.testBanner')}</p>}
        <div className="masthead">
          <Brand view={view} />
          <LanguageSwitcher
            label={t('ui.language')}
            current={locale}
            path={path}
            parameters={{ ref: link.id }}
          />
        </div>
      </header>
      <div className="checkout">
        <main className="columns" id="main">
          <Summary {...{ texts, view, isPayable }} />
          <div className="panel">
            {isPayable && (
              <noscript>
                <p className="notice">{t('checkout.noScript')}</p>
              </noscript>
            )}
            {children}
            {isPayable && view.methods.includes('card') && (
              <p className="secure">
                <Icon name="lock" />
                <span>{t('checkout.secure')}</span>
              </p>
            )}
          </div>
        </main>
        <footer className="foot">
          {isPayable && view.cancelUrl !== null && (
            <a className="foot-cancel" href={view.cancelUrl} rel="noreferrer">
              {partnerLabel(texts, view)}
            </a>
          )}
          {isPayable && view.cameFromCause && view.causeUrl !== null && (
            <a className="foot-cancel" href={view.causeUrl}>
              {t('checkout.causePage')}
            </a>
          )}
        </footer>
      </div>
    </>
  );
}

/** The partner as it presents itself. The logo is decoration beside the name, and speaks for it where there is none. */
function Brand({ view }: { view: CheckoutView }) {
  const { display_name: name, logo_url: logo } = view.link.branding ?? {};
  return (
    <p className="brand">
      {logo !== undefined && <RemoteImage className="brand-logo" src={logo} />}
      {logo === undefined && name === undefined && <Icon name="heart" className="brand-sign" />}
      {name !== undefined && <span translate="no">{name}</span>}
    </p>
  );
}

/** What is given to, and until when. */
function Summary({ texts, view, isPayable }: Pick<Props, 'view' | 'isPayable'> & { texts: Texts }) {
  const { t, formatLocale } = texts;
  const { cause, expires_at: expiresAt } = view.link;
  return (
    <div className="summary">
      {cause.image !== '' && (
        <div className="cover">
          <RemoteImage src={cause.image} />
        </div>
      )}
      <div>
        <p className="eyebrow">{t('checkout.donationTo')}</p>
        <h1 className="cause-name">{cause.name}</h1>
        {!isPayable && view.link.status !== 'completed' && (
          <p className="asked" suppressHydrationWarning>
            {money(texts, view.amountToPay, view.link.currency)}
          </p>
        )}
        {isPayable && (
          <p className="expires">
            <Icon name="clock" />
            <LocalTime
              iso={expiresAt}
              formatLocale={formatLocale}
              within={t('checkout.expires', { date: SLOT })}
            />
          </p>
        )}
        {isPayable && <OtherDevice t={t} url={view.url} linkId={view.link.id} />}
      </div>
    </div>
  );
}
