import { Elements, useElements } from '@stripe/react-stripe-js';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { preconnect } from 'react-dom';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';
import { askConfirmation } from '../api.ts';
import { prepareAfterPayment } from '../load-after-payment.ts';
import { CardLoading } from './card-loading.tsx';
import { CARD_FORM_ID } from './card-mount.ts';
import { payByCard } from './card-pay.ts';
import { PROCESSOR_SCRIPT } from './card-script.ts';
import { CardTrouble, type Trouble } from './card-trouble.tsx';
import type { MethodProps } from './method.ts';
import { useAppearance } from './use-appearance.ts';
import { type CardSetup, useCardSetup } from './use-card-setup.ts';
import { useMountedForm, withElements } from './use-mounted-form.ts';

/** What stands in the form's place is the processor's: React neither compares nor touches it. One object, or it would. */
const UNTOUCHED = { __html: '' };

/**
 * Paying by card, in the processor's own form: card numbers never reach this page. The form's place is there as long as
 * the method is, since the page's HTML may have begun with the form before this script came (`card-start-text.ts`).
 */
export function CardMethod(props: MethodProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div className="card-box">
      <CardState {...props} place={place} />
      <div
        id={CARD_FORM_ID}
        className="card-form"
        ref={place}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty text, so that React leaves the content alone.
        dangerouslySetInnerHTML={UNTOUCHED}
      />
    </div>
  );
}

type CardProps = MethodProps & { place: RefObject<HTMLDivElement | null> };

/** How far the card form is: on its way, there, or why it is not. */
function CardState({ place, ...props }: CardProps) {
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
      {...{ setup, around, place }}
      isRenewed={wasFilled.current && round === filledIn.current}
      onFilled={(isFilled) => {
        // What is typed into the processor's frame is no event of this page.
        prepareAfterPayment();
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

type Ready = Extract<CardSetup, { state: 'ready' }>;
type ElementsProps = {
  setup: Ready;
  around: MethodProps & { scriptAddress: string; tryAgain: () => void };
  place: CardProps['place'];
  /** The donor had typed a card into the form that this one replaces, and nothing else has told them why. */
  isRenewed: boolean;
  onFilled: (isFilled: boolean) => void;
};

function CardElements({ setup, around, place, isRenewed, onFilled }: ElementsProps) {
  const { t, locale } = useTexts();
  const appearance = useAppearance();
  const [hasFailed, setHasFailed] = useState(false);
  const [tellsRenewal] = useState(isRenewed);
  const { clientSecret, begun } = setup;
  const [stripe] = useState(() => (begun ? withElements(begun) : setup.stripe));
  const options = useMemo(
    () => ({ clientSecret, appearance, locale: LANGUAGE_TAGS[locale] }),
    [clientSecret, appearance, locale],
  );
  useProcessing(setup, around.onRefused);
  /** The processor may show no form for a payment that it is deciding on: then nothing is wrong. */
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
      <CardFields {...{ setup, around, place, onFilled }} onFailed={fail} />
    </Elements>
  );
}

/** A payment that the processor is deciding on keeps its intent: there is nothing to enter, and the page waits for it. */
function useProcessing({ stripe, clientSecret }: Ready, onRefused: MethodProps['onRefused']): void {
  useEffect(() => {
    let isCurrent = true;
    stripe.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => {
        if (isCurrent && paymentIntent?.status === 'processing') onRefused({ kind: 'processing' });
      },
      // The form tells what is wrong with the processor.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [stripe, clientSecret, onRefused]);
}

type FieldsProps = Pick<ElementsProps, 'setup' | 'around' | 'place' | 'onFilled'> & { onFailed: () => void };

function CardFields({ setup, around, place, onFilled, onFailed }: FieldsProps) {
  const elements = useElements();
  const isShown = useMountedForm(setup.begun, place, { onFilled, onFailed });
  const { locale } = useTexts();
  const { register } = around;
  const { stripe } = setup;
  const ref = around.view.link.id;
  useEffect(() => {
    if (!elements || !isShown) return;
    register({
      check: async () => ((await elements.submit()).error ? 'incomplete' : 'ready'),
      pay: (donor) => payByCard({ stripe, elements, donor, returnUrl: returnUrl(ref, locale) }),
    });
    return () => register(null);
  }, [stripe, elements, isShown, register, ref, locale]);
  return isShown ? null : <CardLoading {...around} />;
}

/** Where a bank that takes over the whole window sends the donor back to. */
function returnUrl(ref: string, lang: string): string {
  return `${window.location.origin}/checkout/return?${new URLSearchParams({ ref, lang })}`;
}
