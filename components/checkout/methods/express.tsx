import type {
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';
import { prepareAfterPayment } from '../load-after-payment.ts';
import { elementsOptions, readAppearance } from './card-mount.ts';
import { submitForm } from './card-payment.ts';
import type { ExpressSlot, MethodHandle } from './method.ts';
import type { CardSetup } from './use-card-setup.ts';

const OPTIONS: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  buttonType: { applePay: 'donate', googlePay: 'donate' },
  billingAddressRequired: false,
  // The wallets of cards are cards (ruling 62); no other way to pay is offered here.
  paymentMethods: {
    applePay: 'auto',
    googlePay: 'auto',
    link: 'never',
    paypal: 'never',
    amazonPay: 'never',
    klarna: 'never',
  },
};

type Ready = Extract<CardSetup, { state: 'ready' }>;
type Props = {
  setup: Ready;
  slot: ExpressSlot;
  amount: number;
  currency: string;
  /** Pays with the wallet's elements, as the card form does with its own. */
  pay: (elements: StripeElements, ...payer: Parameters<MethodHandle['pay']>) => ReturnType<MethodHandle['pay']>;
};

/**
 * Apple Pay and Google Pay above the form. They have elements of their own, so that a card form which is not filled in does
 * not stop them. They take no room until the browser is known to have one of them.
 */
export function ExpressCheckout({ setup: { stripe }, slot, amount, currency, pay }: Props) {
  const { t, locale } = useTexts();
  const [isAvailable, setIsAvailable] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const group = useRef<StripeElements | null>(null);
  /** The sheet that the donor has confirmed, until its payment has an outcome. */
  const sheet = useRef<StripeExpressCheckoutElementConfirmEvent | null>(null);
  const latest = useRef({ slot, amount, currency, pay, locale });
  latest.current = { slot, amount, currency, pay, locale };

  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const now = latest.current;
    const options = elementsOptions(now.amount, now.currency);
    const elements = stripe.elements({
      ...options,
      locale: LANGUAGE_TAGS[now.locale],
      appearance: readAppearance(),
    });
    const element = elements.create('expressCheckout', { ...OPTIONS, emailRequired: now.slot.needsEmail });
    group.current = elements;
    let shown = now.amount;
    element.on('ready', ({ availablePaymentMethods }) => setIsAvailable(availablePaymentMethods !== undefined));
    element.on('loaderror', () => setIsAvailable(false));
    element.on('click', (event) => {
      prepareAfterPayment();
      shown = latest.current.amount;
      if (latest.current.slot.mayOpen()) event.resolve();
      else event.reject();
    });
    element.on('confirm', (event) => {
      sheet.current = event;
      if (shown !== latest.current.amount) event.paymentFailed({ reason: 'fail' });
      const { name = '', email = '' } = event.billingDetails ?? {};
      latest.current.slot.onConfirmed({ amount: shown, name, email });
    });
    element.mount(node);
    const handle: MethodHandle = {
      check: () => submitForm(elements),
      pay: async (payer) => {
        const outcome = await latest.current.pay(elements, payer);
        if (outcome.kind === 'sent' || outcome.kind === 'uncertain') sheet.current = null;
        return outcome;
      },
    };
    latest.current.slot.register(handle);
    return () => {
      latest.current.slot.register(null);
      group.current = null;
      setIsAvailable(false);
      element.destroy();
    };
  }, [stripe]);

  useEffect(() => {
    const { amount: amountMinor } = elementsOptions(amount, currency);
    void group.current?.update({ amount: amountMinor, locale: LANGUAGE_TAGS[locale] });
  }, [amount, currency, locale]);
  const { needsEmail, isPaying } = slot;
  useEffect(() => {
    group.current?.getElement('expressCheckout')?.update({ emailRequired: needsEmail });
  }, [needsEmail]);
  useEffect(() => {
    // Nothing came of the payment: the sheet says so, where it is still open.
    const end = () => {
      if (isPaying) sheet.current?.paymentFailed({ reason: 'fail' });
    };
    return end;
  }, [isPaying]);
  const { place: slotPlace } = slot;
  useEffect(() => {
    slotPlace?.classList.toggle('express-away', !isAvailable);
  }, [slotPlace, isAvailable]);

  if (!slot.place) return null;
  return createPortal(
    <section className="express" aria-label={t('checkout.express.title')}>
      <div ref={place} />
      {isAvailable && (
        <>
          <p className="hint">{t('checkout.express.details')}</p>
          <p className="express-or">
            <span>{t('checkout.express.or')}</span>
          </p>
        </>
      )}
    </section>,
    slot.place,
  );
}
