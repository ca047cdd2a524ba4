'use client';

import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { preconnect } from 'react-dom';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';
import { failureText, isOffline } from '../failure-text.ts';
import { payByCard } from './card-pay.ts';
import type { MethodProps } from './method.ts';
import { useAppearance } from './use-appearance.ts';
import { useCardSetup } from './use-card-setup.ts';

const ELEMENT_OPTIONS: StripePaymentElementOptions = {
  layout: { type: 'tabs' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
};

/** Paying by card, in the processor's own form: card numbers never reach this page. */
export function CardMethod({ view, amount, round, register, onRefused }: MethodProps) {
  const { t, locale } = useTexts();
  const scriptAddress = view.stripeJsUrl;
  const { setup, tryAgain } = useCardSetup({ linkId: view.link.id, amount, round, locale, scriptAddress });
  const wasFilled = useRef(false);
  const filledIn = useRef(round);
  if (scriptAddress === null) preconnect('https://js.stripe.com');

  const refusal = setup.state === 'refused' ? setup.failure : null;
  useEffect(() => {
    if (refusal) onRefused(refusal);
  }, [refusal, onRefused]);

  if (setup.state === 'loading') return <Loading slow={setup.slow} />;
  if (setup.state === 'refused')
    return <Stuck message={failureText(t, setup.failure, 'gatewayDown')} onTryAgain={tryAgain} />;
  if (setup.state === 'no_library')
    return (
      <Stuck
        message={t(isOffline() ? 'errors.scriptOffline' : 'errors.scriptBlocked')}
        onTryAgain={tryAgain}
      />
    );
  return (
    <CardElements
      key={setup.clientSecret}
      {...{ setup, register, view, tryAgain }}
      isRenewed={wasFilled.current && round === filledIn.current}
      onFilled={(isFilled) => {
        wasFilled.current = isFilled;
        filledIn.current = round;
      }}
    />
  );
}

type ElementsProps = Pick<MethodProps, 'register' | 'view'> & {
  setup: Extract<ReturnType<typeof useCardSetup>['setup'], { state: 'ready' }>;
  /** The donor had typed a card into the form that this one replaces, and nothing else has told them why. */
  isRenewed: boolean;
  onFilled: (isFilled: boolean) => void;
  tryAgain: () => void;
};

function CardElements({ setup, isRenewed, tryAgain, ...fields }: ElementsProps) {
  const { t, locale } = useTexts();
  const appearance = useAppearance();
  const [hasFailed, setHasFailed] = useState(false);
  const [tellsRenewal] = useState(isRenewed);
  const { clientSecret, stripe } = setup;
  const options = useMemo(
    () => ({ clientSecret, appearance, locale: LANGUAGE_TAGS[locale] }),
    [clientSecret, appearance, locale],
  );
  if (hasFailed) return <Stuck message={t('errors.formFailed')} onTryAgain={tryAgain} />;
  return (
    <Elements stripe={stripe} options={options}>
      {tellsRenewal && (
        <p className="notice" role="status">
          {t('checkout.payment.renewed')}
        </p>
      )}
      <CardFields {...fields} onFailed={() => setHasFailed(true)} />
    </Elements>
  );
}

type FieldsProps = Pick<ElementsProps, 'register' | 'view' | 'onFilled'> & { onFailed: () => void };

function CardFields({ register, view, onFilled, onFailed }: FieldsProps) {
  const [stripe, elements] = [useStripe(), useElements()];
  const [isShown, setIsShown] = useState(false);
  const { locale } = useTexts();
  const ref = view.link.id;
  useEffect(() => {
    if (!stripe || !elements || !isShown) return;
    register({
      check: async () => ((await elements.submit()).error ? 'incomplete' : 'ready'),
      pay: (donor) => payByCard({ stripe, elements, donor, returnUrl: returnUrl(ref, locale) }),
    });
    return () => register(null);
  }, [stripe, elements, isShown, register, ref, locale]);
  return (
    <>
      {!isShown && <Loading slow={false} />}
      <PaymentElement
        options={ELEMENT_OPTIONS}
        onReady={() => setIsShown(true)}
        onChange={(event) => onFilled(!event.empty)}
        onLoadError={onFailed}
      />
    </>
  );
}

/** Where a bank that takes over the whole window sends the donor back to. */
function returnUrl(ref: string, lang: string): string {
  return `${window.location.origin}/checkout/return?${new URLSearchParams({ ref, lang })}`;
}

function Loading({ slow }: { slow: boolean }) {
  const { t } = useTexts();
  return (
    <div className="card-loading" role="status">
      <span className="spinner" aria-hidden="true" />
      <span>{t(slow ? 'checkout.payment.slow' : 'checkout.payment.loading')}</span>
    </div>
  );
}

function Stuck({ message, onTryAgain }: { message: string; onTryAgain: () => void }) {
  const { t } = useTexts();
  return (
    <div className="alert" role="alert">
      <p>{message}</p>
      <button type="button" className="button" onClick={onTryAgain}>
        {t('ui.tryAgain')}
      </button>
    </div>
  );
}
