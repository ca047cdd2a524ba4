import { money, type Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { RefundNotice } from './refund-notice.tsx';
import { ReturnCountdown } from './return-countdown.tsx';
import { Screen } from './screen.tsx';
import { Share } from './share.tsx';
import { partnerLabel, WaysOn } from './ways-on.tsx';

type Props = {
  texts: Texts;
  view: CheckoutView;
  /** The donor has just paid, here or at their bank: then the page returns to the partner by itself. */
  isNew: boolean;
};

/** Thanks, with what was paid as the server recorded it, and the number to ask about it. */
export function Completed({ texts, view, isNew }: Props) {
  const { t } = texts;
  const { link, refund, successUrl } = view;
  const amount = link.amount_paid === undefined ? undefined : money(texts, link.amount_paid, link.currency);
  const cause = link.cause.name;
  return (
    <Screen title={t('checkout.completed.title')} icon="check" tone="good" isNew={isNew}>
      <p className="screen-text" suppressHydrationWarning>
        {amount === undefined
          ? t('checkout.completed.bodyNoAmount', { cause })
          : t('checkout.completed.body', { amount, cause })}
      </p>
      <dl className="receipt">
        {amount !== undefined && <Row term={t('checkout.completed.paid')} value={amount} />}
        <Row term={t('checkout.completed.cause')} value={cause} />
        {link.payment_id !== undefined && (
          <Row term={t('checkout.completed.receipt')} value={link.payment_id} isCode />
        )}
      </dl>
      {link.payment_id !== undefined && <p className="hint">{t('checkout.completed.keep')}</p>}
      {view.receiptPath !== undefined && (
        <a className="button" href={view.receiptPath}>
          {t('checkout.completed.page')}
        </a>
      )}
      {refund && <RefundNotice refund={refund} linkId={link.id} />}
      {successUrl !== null && isNew ? (
        <ReturnCountdown
          to={successUrl}
          label={partnerLabel(texts, view)}
          partner={link.branding?.display_name}
        />
      ) : (
        <WaysOn {...{ texts, view }} to={successUrl} />
      )}
      {view.causeUrl !== null && <Share {...{ texts, cause }} causeUrl={view.causeUrl} />}
    </Screen>
  );
}

function Row({ term, value, isCode = false }: { term: string; value: string; isCode?: boolean }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={isCode ? 'code' : undefined} suppressHydrationWarning>
        {value}
      </dd>
    </div>
  );
}
