import type {
  Appearance,
  StripeElements,
  StripeElementsOptionsMode,
  StripePaymentElement,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';

import { minorUnitsPerMajor } from '#lib/money.ts';

/** The element of the page that holds the processor's form. */
export const CARD_FORM_ID = 'card-form';

/** What the group of elements is created with, before there is anything to confirm. The intent has to match it. */
export function elementsOptions(
  amountMajor: number,
  currency: string,
): StripeElementsOptionsMode & { mode: 'payment' } {
  return {
    mode: 'payment',
    amount: amountMajor * minorUnitsPerMajor(currency),
    currency: currency.toLowerCase(),
    allowedPaymentMethodTypes: ['card'],
  };
}

export const ELEMENT_OPTIONS: StripePaymentElementOptions = {
  layout: { type: 'tabs' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
};

/** The mounted form; later it is `shown` or has `failed`. */
export type MountedCard = { element: StripePaymentElement; outcome: Promise<'shown' | 'failed'> };

/** Mounts the form. The function is also sent to the browser as text (`card-start-text.ts`), so it uses nothing of this module. */
export function mountCard(
  elements: StripeElements,
  options: StripePaymentElementOptions,
  place: HTMLElement,
): MountedCard {
  const element = elements.create('payment', options);
  const outcome = new Promise<'shown' | 'failed'>((resolve) => {
    element.on('ready', () => resolve('shown'));
    element.on('loaderror', () => resolve('failed'));
  });
  element.mount(place);
  return { element, outcome };
}

/** The page's colours for the form. The function is also sent to the browser as text, so it uses nothing of this module. */
export function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--accent-ink'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-soft'),
      colorDanger: token('--danger'),
      fontFamily: token('--font'),
      fontSizeBase: '16px',
      borderRadius: token('--radius'),
      spacingUnit: '4px',
    },
    // Like the page's own labels and fields.
    rules: {
      '.Label': { fontSize: '16px', fontWeight: '550' },
      '.Input': { borderColor: token('--line-strong'), boxShadow: 'none' },
    },
  };
}
