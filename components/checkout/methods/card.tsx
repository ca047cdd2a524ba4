import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { preconnect } from 'react-dom';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';
import { askConfirmation } from '../api.ts';
import { PROCESSOR_SCRIPT } from './card-library.ts';
import { CardLoading } from './card-loading.tsx';
import { payByCard } from './card-pay.ts';
import { CardTrouble, type Trouble } from './card-trouble.tsx';
import type { MethodProps } from './method.ts';
import { useAppearance } from './use-appearance.ts';
import { type CardSetup, useCardSetup } from './use-card-setup.ts';

const ELEMENT_OPTIONS: StripePaymentElementOptions = {
  layout: { type: 'tabs' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
};

/** Paying by card, in the processor's own form: card numbers never reach this page. */
export function CardMethod(props: MethodProps) {
  const { view, amount, round, onRefused } = props;
  const { locale } = useTexts();
  const scriptAddress = view.stripeJsUrl ?? PROCESSOR_SCRIPT;
  const card = useCardSetup({ linkId: view.link.id, amount, round, locale, scriptAddress });
  const { setup, attempt, tryAgain } = card;
  const wasFilled = useRef(false);
  const filledIn = useRef(round);
  preconnect(new URL(scriptAddress).origin);

  const refusal = setup.state === 'refused' ? setup.failure : null;
  useEffect(() => {
    if (refusal) onRefused(refusal);
  }, [refusal, onRefused]);

  const around = { ...props, scriptAddress, tryAgain };
  if (setup.state === 'loading') return <CardLoading key={attempt} {...around} />;
  if (setup.state !== 'ready') return <CardTrouble {...around} trouble={troubleOf(setup)} />;
  return (
    <CardElements
      key={setup.clientSecret}
      {...{ setup, around }}
      isRenewed={wasFilled.current && round === filledIn.current}
      onFilled={(isFilled) => {
        wasFilled.current = isFilled;
        filledIn.current = round;
      }}
    />
  );
}

function troubleOf(setup: Exclude<CardSetup, { state: 'loading' | 'ready' }>): Trouble {
  if (setup.state === 'paused') return { kind: 'locked', until: setup.until };
  return setup.state === 'refused' ? { kind: 'refused', failure: setup.failure } : { kind: setup.trouble };
}

type ElementsProps = {
  setup: Extract<CardSetup, { state: 'ready' }>;
  around: MethodProps & { scriptAddress: string; tryAgain: () => void };
  /** The donor had typed a card into the form that this one replaces, and nothing else has told them why. */
  isRenewed: boolean;
  onFilled: (isFilled: boolean) => void;
};

function CardElements({ setup, around, isRenewed, onFilled }: ElementsProps) {
  const { t, locale } = useTexts();
  const appearance = useAppearance();
  const [hasFailed, setHasFailed] = useState(false);
  const [tellsRenewal] = useState(isRenewed);
  const { clientSecret, stripe } = setup;
  const options = useMemo(
    () => ({ clientSecret, appearance, locale: LANGUAGE_TAGS[locale] }),
    [clientSecret, appearance, locale],
  );
  /** The processor shows no form for a payment that it is deciding on: then there is nothing to enter, and nothing wrong. */
  async function fail(): Promise<void> {
    const standing = await askConfirmation(around.view.link.id);
    if (standing.ok && standing.value.waitingFor === 'card') around.onRefused({ kind: 'processing' });
    else setHasFailed(true);
  }
  if (hasFailed) return <CardTrouble {...around} trouble={{ kind: 'broken' }} />;
  return (
    <Elements stripe={stripe} options={options}>
      {tellsRenewal && (
        <p className="notice" role="status">
          {t('checkout.payment.renewed')}
        </p>
      )}
      <CardFields {...{ around, onFilled }} onFailed={fail} />
    </Elements>
  );
}

type FieldsProps = Pick<ElementsProps, 'around' | 'onFilled'> & { onFailed: () => void };

function CardFields({ around, onFilled, onFailed }: FieldsProps) {
  const [stripe, elements] = [useStripe(), useElements()];
  const [isShown, setIsShown] = useState(false);
  const { locale } = useTexts();
  const { register } = around;
  const ref = around.view.link.id;
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
      {!isShown && <CardLoading {...around} />}
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
