'use client';

import { useEffect } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { TranslatedBoundary } from '#components/ui/translated-boundary.tsx';
import type { CheckoutView, PaymentMethod } from '#lib/payments/views/checkout-view.ts';
import { endedView } from './checkout-state.ts';
import { openReturn } from './machine.ts';
import { usableMethods } from './methods/offer.ts';
import { Declined } from './outcomes/declined.tsx';
import { NewOutcome } from './outcomes/new-outcome.tsx';
import { partnerLabel } from './outcomes/next-links.tsx';
import { RefundNotice } from './outcomes/refund-notice.tsx';
import { useIsScreen } from './page-heading.tsx';
import { titleOf } from './page-title.ts';
import { type Checkout, useCheckout } from './use-checkout.ts';
import { NextActionButton, Waiting } from './waiting.tsx';

type Props = { view: CheckoutView; isSynced: boolean; checkoutHref: string };

/** After a bank took over the whole window: what the server knows, else it is polled. The bank's address is not believed. */
export function ReturnedCheckout({ view, isSynced, checkoutHref }: Props) {
  const texts = useTexts();
  const { locale, formatLocale } = texts;
  const checkout = useCheckout(() => openReturn({ view, formatLocale, isSynced }), { locale });
  const { step, refund } = checkout.state;
  useEffect(dropForeignParameters, []);
  useIsScreen(step.kind !== 'form' || refund === null);
  return (
    <TranslatedBoundary>
      <title>{titleOf(checkout.state, texts)}</title>
      <ReturnScreen checkout={checkout} checkoutHref={checkoutHref} />
      {step.kind !== 'ended' && view.cancelUrl !== null && (
        <p className="next-links">
          <a href={view.cancelUrl} rel="noreferrer">
            {partnerLabel(texts, view)}
          </a>
        </p>
      )}
    </TranslatedBoundary>
  );
}

type ScreenProps = { checkout: Checkout; checkoutHref: string };

function ReturnScreen({ checkout: { state, dispatch }, checkoutHref }: ScreenProps) {
  const texts = useTexts();
  const { view, step, refund } = state;
  const hrefOf = (method: PaymentMethod | 'other') => `${checkoutHref}&${new URLSearchParams({ pay: method })}`;
  const otherWay = { href: hrefOf('other') };
  if (step.kind === 'waiting')
    return (
      <Waiting
        step={step}
        dispatch={dispatch}
        tryAgain={otherWay}
        payAnotherWay={otherWay}
        hasOtherMethods={usableMethods(view).length > 1}
      />
    );
  if (step.kind === 'ended') return <NewOutcome view={endedView(view, step.status)} />;
  if (refund)
    return (
      <div className="return-watch">
        <RefundNotice refund={refund} linkId={view.link.id} />
        <p className="next-links">
          <NextActionButton way={otherWay} label={texts.t('checkout.confirming.again')} />
        </p>
      </div>
    );
  const { notice } = state.form;
  const method = notice?.kind === 'declined_later' ? notice.method : 'card';
  return <Declined texts={texts} view={view} hrefOf={hrefOf} method={method} />;
}

/** The processor's parameters, a secret of the payment among them, leave the address bar and the history. */
function dropForeignParameters(): void {
  const { pathname, search } = window.location;
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams([...given].filter(([name]) => name === 'ref' || name === 'lang'));
  if (kept.toString() !== given.toString()) window.history.replaceState(null, '', `${pathname}?${kept}`);
}
