import type { ReactNode } from 'react';
import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { RedirectMethodView } from '#lib/payments/views/checkout-view.ts';
import type { MethodProps } from '../method.ts';
import { documentOf, fieldId, type PsePayer } from './payer.ts';

type Props = Pick<MethodProps, 'view' | 'review' | 'onStep'> & {
  payer: PsePayer;
  banks: RedirectMethodView['options'];
};

/** All that will be sent, as it was typed, so that a mistake is seen; each part leads back to where it is changed. */
export function Review({ view, review: { shown, details, amountField }, onStep, payer, banks }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const document = t(`redirect.pse.documents.${documentOf(payer)}`);
  return (
    <>
      <dl className="review">
        <Part label={t('redirect.pse.review.amount')} onChange={() => onStep(0, amountField)}>
          <span translate="no" suppressHydrationWarning>
            {money(texts, shown, view.link.currency)}
          </span>
        </Part>
        <Part label={t('redirect.pse.review.bank')} onChange={() => onStep(1, fieldId('bank'))}>
          <span translate="no">{banks.find(({ code }) => code === payer.bank)?.name}</span>
        </Part>
        <Part label={t('redirect.pse.holderLegend')} onChange={() => onStep(0, fieldId('document_number'))}>
          <span translate="no">{`${payer.first_name} ${payer.last_name}`}</span>
          <span>
            <span>{`${document} `}</span>
            <span translate="no">{payer.document_number}</span>
          </span>
          <span translate="no">{payer.phone}</span>
        </Part>
        <Part label={t('redirect.pse.review.address')} onChange={() => onStep(0, fieldId('street'))}>
          <span translate="no">{`${payer.street}, ${payer.neighborhood}`}</span>
          <span translate="no">{`${payer.city} ${payer.zip_code}`}</span>
        </Part>
        <Part label={t('redirect.pse.review.receipt')} onChange={() => onStep(0, 'email')}>
          <span translate="no">{details.email}</span>
          {details.anonymous && <span>{t('checkout.details.anonymous')}</span>}
        </Part>
      </dl>
      <p>{t('redirect.pse.next')}</p>
    </>
  );
}

/** A part of the review, and the button that goes to where it is changed. */
function Part({ label, onChange, children }: { label: string; onChange: () => void; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className="review-part">
      <dt>{label}</dt>
      <dd className="review-values">{children}</dd>
      <dd>
        <button type="button" className="button-link" onClick={onChange}>
          <span>{t('redirect.pse.review.change')}</span>
          <span className="visually-hidden">{` ${label}`}</span>
        </button>
      </dd>
    </div>
  );
}
