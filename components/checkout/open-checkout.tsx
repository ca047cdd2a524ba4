'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { TranslatedBoundary } from '#components/ui/translated-boundary.tsx';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import type { AfterPaymentProps } from './after-payment.tsx';
import { DonationForm } from './donation-form.tsx';
import { loadAfterPayment } from './load-after-payment.ts';
import { Loadable, loadPart } from './loadable.tsx';
import { openCheckout, type RequestedMethod } from './machine.ts';
import { RefundNotice } from './outcomes/refund-notice.tsx';
import { useIsScreen } from './page-heading.tsx';
import { titleOf } from './page-title.ts';
import { useCheckout } from './use-checkout.ts';
import { useLanguageChange } from './use-language-change.ts';

type Props = {
  view: CheckoutView;
  pay: RequestedMethod;
  /** By the server's clock: the donor's may be wrong. */
  remainingMs: number;
};

/** The page of an open link: the form, waiting for a payment, and what became of it. */
export function OpenCheckout({ view, pay, remainingMs }: Props) {
  const texts = useTexts();
  const { locale, formatLocale } = texts;
  const checkout = useCheckout(() => openCheckout({ view, formatLocale, pay }), { locale, remainingMs });
  const { state, dispatch } = checkout;
  useLanguageChange(view, dispatch);
  const { step, refund } = state;
  const isForm = step.kind === 'form';
  const [beganWithForm] = useState(isForm);
  useIsScreen(!isForm);
  return (
    <TranslatedBoundary>
      <title>{titleOf(state, texts)}</title>
      {isForm && refund && <RefundNotice refund={refund} linkId={view.link.id} />}
      {!isForm && (
        <Loadable isFirst={!beganWithForm}>
          <AfterPayment state={state} dispatch={dispatch} />
        </Loadable>
      )}
      {/* Hidden while a payment is under way, it keeps what was typed, the card included, in case the payment fails. */}
      {state.form.wasShown && step.kind !== 'ended' && (
        <div hidden={!isForm}>
          <DonationForm checkout={checkout} />
        </div>
      )}
    </TranslatedBoundary>
  );
}

const AfterPayment = dynamic<AfterPaymentProps>(() =>
  loadPart(() => loadAfterPayment().then((loaded) => loaded.AfterPayment)),
);
