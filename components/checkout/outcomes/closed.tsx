import { LocalTime } from '#components/ui/local-time.tsx';
import { SLOT } from '#components/ui/sentence.tsx';
import { currencyName, type Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { bodyKey } from './body-key.ts';
import { NextLinks } from './next-links.tsx';
import { RefundNotice } from './refund-notice.tsx';
import { Screen } from './screen.tsx';

type Props = { texts: Texts; view: CheckoutView; isNew: boolean };

/** Why an open link takes no payment. */
export function Closed(props: Props) {
  switch (props.view.acceptance) {
    case 'not_open_yet':
      return <NotOpenYet {...props} />;
    case 'not_accepting':
      return <NotAccepting {...props} />;
    case 'accepting':
      return <NoMethod {...props} />;
  }
}

/** The cause is still a draft: the link will work once it is published, if that is before the link expires. */
export function NotOpenYet({ texts, view, isNew }: Props) {
  const { t } = texts;
  return (
    <Screen title={t('checkout.notOpenYet.title')} icon="clock" isNew={isNew}>
      <p className="screen-text">{t('checkout.notOpenYet.body')}</p>
      <p className="screen-text">
        <LocalTime
          iso={view.link.expires_at}
          formatLocale={texts.formatLocale}
          within={t('checkout.notOpenYet.until', { date: SLOT })}
        />
      </p>
      <NextLinks texts={texts} view={view} to={view.cancelUrl} />
    </Screen>
  );
}

/** The cause has stopped taking donations. Money of a payment that was started before still counts (ruling 45). */
export function NotAccepting({ texts, view, isNew }: Props) {
  const { t } = texts;
  const { refund } = view;
  return (
    <Screen title={t('checkout.notAccepting.title')} icon="pause" isNew={isNew}>
      <p className="screen-text">{t(`checkout.notAccepting.${bodyKey(view)}`)}</p>
      {refund && <RefundNotice refund={refund} linkId={view.link.id} />}
      <NextLinks texts={texts} view={view} to={view.cancelUrl} />
    </Screen>
  );
}

/** No method on this page takes the currency of the cause. */
export function NoMethod({ texts, view, isNew }: Props) {
  const { t } = texts;
  const currency = currencyName(texts, view.link.currency);
  return (
    <Screen title={t('checkout.noMethod.title')} icon="pause" isNew={isNew}>
      {/* Browsers and servers do not agree on the names of currencies that are no longer money. */}
      <p className="screen-text" suppressHydrationWarning>
        {t(`checkout.noMethod.${bodyKey(view)}`, { currency })}
      </p>
      {view.refund && <RefundNotice refund={view.refund} linkId={view.link.id} />}
      <NextLinks texts={texts} view={view} to={view.cancelUrl} />
    </Screen>
  );
}
