import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { RefundNotice } from './refund-notice.tsx';
import { Screen } from './screen.tsx';

type Props = { texts: Texts; view: CheckoutView; isNew: boolean };

/** A completed link in a browser that did not pay it: nothing of the donor, and how to give too (ruling 68). */
export function CompletedElsewhere({ texts, view, isNew }: Props) {
  const { t } = texts;
  const { link, refund, causeUrl } = view;
  const canGive = causeUrl !== null && view.acceptance === 'accepting';
  return (
    <Screen title={t('checkout.completedElsewhere.title')} icon="check" isNew={isNew}>
      <p className="screen-text">
        {t(canGive ? 'checkout.completedElsewhere.body' : 'checkout.completedElsewhere.bodyNoCause')}
      </p>
      {refund && <RefundNotice refund={refund} linkId={link.id} />}
      {causeUrl !== null && (
        <p className="next-links">
          <a className="button button-accent" href={canGive ? `${causeUrl}#give` : causeUrl}>
            {t(canGive ? 'checkout.giveOnCausePage' : 'checkout.causePage')}
          </a>
        </p>
      )}
      <p className="hint">{t('checkout.completedElsewhere.own')}</p>
    </Screen>
  );
}
