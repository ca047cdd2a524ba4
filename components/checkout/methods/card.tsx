import { Elements, useElements } from '@stripe/react-stripe-js';
import type { StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { preconnect } from 'react-dom';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';
import { retrieveStatus } from '../api.ts';
import { prepareAfterPayment } from '../load-after-payment.ts';
import { CardErrorAlert } from './card-error.tsx';
import { CardLoading } from './card-loading.tsx';
import { CARD_FORM_ID, elementsOptions, readAppearance } from './card-mount.ts';
import { payByCard, submitForm } from './card-payment.ts';
import { PROCESSOR_SCRIPT } from './card-start.ts';
import { ExpressCheckout } from './express.tsx';
import type { MethodProps, Payer } from './method.ts';
import { methodsTaking } from './offer.ts';
import { type CardSetup, isRetried, useCardSetup } from './use-card-setup.ts';
import { useAppearance, useMountedForm, withElements } from './use-mounted-form.ts';

/** The processor's form is in this element, so React must not touch its content. Always the same object, or it would. */
const UNTOUCHED = { __html: '' };

/**
 * Paying by card, in the processor's own form: card numbers never reach this page. The form's element is always rendered,
 * since the page's HTML may have started the form before this script was loaded (`card-start-text.ts`).
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

/** The card form: loading, ready, or why there is none. */
function CardState({ place, ...props }: CardProps) {
  const { view, amount, round, onRefused } = props;
  const { locale } = useTexts();
  const scriptAddress = view.stripeJsUrl ?? PROCESSOR_SCRIPT;
  const card = useCardSetup({
    linkId: view.link.id,
    amount,
    round,
    locale,
    scriptAddress,
    isSavedPayable: methodsTaking(view, view.amountToPay).includes('card'),
  });
  const { setup, attempt, tryAgain } = card;
  preconnect(new URL(scriptAddress).origin);

  const refusal = setup.state === 'failed' && setup.error.kind === 'refused' ? setup.error.failure : null;
  useEffect(() => {
    if (refusal) onRefused(refusal);
  }, [refusal, onRefused]);

  const around = { ...props, scriptAddress, tryAgain };
  if (setup.state === 'loading') return <CardLoading key={attempt} {...around} />;
  if (setup.state === 'failed')
    return <CardErrorAlert {...around} error={setup.error} isRetried={isRetried(setup.error)} />;
  return <CardElements key={setup.clientSecret} setup={setup} around={around} place={place} />;
}

type Ready = Extract<CardSetup, { state: 'ready' }>;
type ElementsProps = {
  setup: Ready;
  around: MethodProps & { scriptAddress: string; tryAgain: () => void };
  place: CardProps['place'];
};

function CardElements({ setup, around, place }: ElementsProps) {
  const { locale } = useTexts();
  const [hasFailed, setHasFailed] = useState(false);
  const { started } = setup;
  const [stripe] = useState(() => (started ? withElements(started) : setup.stripe));
  const { amount, view } = around;
  // Later changes reach the elements in `CardFields`; they never make new ones, or what was typed would be lost.
  const [options] = useState<StripeElementsOptionsMode>(() => ({
    ...elementsOptions(amount, view.link.currency),
    appearance: readAppearance(),
    locale: LANGUAGE_TAGS[locale],
  }));
  useProcessing(setup, around.onRefused);
  /** The processor may show no form for a payment that it is processing: then nothing is wrong. */
  async function onFailed(): Promise<void> {
    const status = await retrieveStatus(view.link.id);
    if (status.ok && status.value.waitingFor === 'card') around.onRefused({ kind: 'processing' });
    else setHasFailed(true);
  }
  if (hasFailed) return <CardErrorAlert {...around} error={{ kind: 'broken' }} isRetried={false} />;
  return (
    <Elements stripe={stripe} options={options}>
      <CardFields setup={setup} around={around} place={place} onFailed={onFailed} />
    </Elements>
  );
}

/** A payment that is being processed keeps its intent: there is nothing to enter, and the page waits for it. */
function useProcessing({ stripe, clientSecret }: Ready, onRefused: MethodProps['onRefused']): void {
  useEffect(() => {
    let isCurrent = true;
    stripe.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => {
        if (isCurrent && paymentIntent?.status === 'processing') onRefused({ kind: 'processing' });
      },
      // The form shows what is wrong with the processor.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [stripe, clientSecret, onRefused]);
}

type FieldsProps = ElementsProps & { onFailed: () => void };

function CardFields({ setup, around, place, onFailed }: FieldsProps) {
  const elements = useElements();
  // Typing into the processor's frame causes no event on this page.
  const onTyped = () => {
    prepareAfterPayment();
    around.onEdited();
  };
  const isShown = useMountedForm(setup.started, place, { onTyped, onFailed });
  const appearance = useAppearance();
  const { locale } = useTexts();
  const { register, amount, tryAgain } = around;
  const { key, stripe } = setup;
  const { id, currency } = around.view.link;
  useEffect(() => {
    const { amount: amountMinor } = elementsOptions(amount, currency);
    elements?.update({ amount: amountMinor, locale: LANGUAGE_TAGS[locale], appearance });
  }, [elements, amount, currency, locale, appearance]);
  const pay = (from: StripeElements, payer: Payer) =>
    payByCard({
      key,
      stripe,
      elements: from,
      linkId: id,
      currency,
      payer,
      reload: tryAgain,
      returnUrl: returnUrl(id, locale),
    });
  const payWith = useRef(pay);
  payWith.current = pay;
  useEffect(() => {
    if (!elements || !isShown) return;
    register({
      check: () => submitForm(elements),
      pay: (payer) => payWith.current(elements, payer),
    });
    return () => register(null);
  }, [elements, isShown, register]);
  if (!isShown) return <CardLoading {...around} />;
  if (!mayHaveWallet()) return null;
  return (
    <ExpressCheckout setup={setup} amount={amount} currency={currency} slot={around.express} pay={payWith.current} />
  );
}

/** Apple Pay and Google Pay need one of these of the browser. */
function mayHaveWallet(): boolean {
  return 'ApplePaySession' in window || 'PaymentRequest' in window;
}

/** Where a bank that takes over the whole window sends the donor back to. */
function returnUrl(ref: string, lang: string): string {
  return `${window.location.origin}/checkout/return?${new URLSearchParams({ ref, lang })}`;
}
