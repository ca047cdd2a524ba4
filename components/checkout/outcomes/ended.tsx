import { LocalTime } from '#components/ui/local-time.tsx';
import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { bodyKey } from './body-key.ts';
import { NextLinks } from './next-links.tsx';
import { RefundNotice } from './refund-notice.tsx';
import { Screen } from './screen.tsx';

type Props = { texts: Texts; view: CheckoutView; isNew: boolean };

/** An expired link. It says that no money was taken, unless a payment arrived late and is refunded, or may still arrive. */
export function Expired({ texts, view, isNew }: Props) {
  const { t } = texts;
  const { link, refund } = view;
  const body = t(`checkout.expired.${bodyKey(view)}`, { date: SLOT });
  return (
    <Screen title={t('checkout.expired.title')} icon="clock" isNew={isNew}>
      <p className="screen-text">
        <Sentence text={body}>
          <LocalTime iso={link.expires_at} formatLocale={texts.formatLocale} />
        </Sentence>
      </p>
      {refund && <RefundNotice refund={refund} linkId={link.id} />}
      <p className="screen-text">{t('checkout.expired.next')}</p>
      <NextLinks texts={texts} view={view} to={view.cancelUrl} />
    </Screen>
  );
}

/** A link that an operator cancelled. */
export function Cancelled({ texts, view, isNew }: Props) {
  const { t } = texts;
  const { link, refund } = view;
  return (
    <Screen title={t('checkout.cancelled.title')} icon="cross" isNew={isNew}>
      <p className="screen-text">{t(`checkout.cancelled.${bodyKey(view)}`)}</p>
      {refund && <RefundNotice refund={refund} linkId={link.id} />}
      <p className="screen-text">{t('checkout.cancelled.next')}</p>
      <NextLinks texts={texts} view={view} to={view.cancelUrl} />
    </Screen>
  );
}
