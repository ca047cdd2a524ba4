import type {
  Appearance,
  StripeElements,
  StripePaymentElement,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';

/** The element of the page that holds the processor's form. */
export const CARD_FORM_ID = 'card-form';

export const ELEMENT_OPTIONS: StripePaymentElementOptions = {
  layout: { type: 'tabs' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
};

/** The processor's form in its place; it is `shown` or has `failed` some time later. */
export type MountedCard = { element: StripePaymentElement; outcome: Promise<'shown' | 'failed'> };

/** Puts the form into its place. It is sent to the browser as text, too (`card-start-text.ts`): it uses nothing of this module. */
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

/** The page's own colours, for the form. It is sent to the browser as text, too: it uses nothing of this module. */
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
    // As the page's own labels and fields look.
    rules: {
      '.Label': { fontSize: '16px', fontWeight: '550' },
      '.Input': { borderColor: token('--line-strong'), boxShadow: 'none' },
    },
  };
}
