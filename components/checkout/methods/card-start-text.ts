import type { StripeConstructor } from '@stripe/stripe-js';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { TIMEOUT_MS } from '../api.ts';
import { CARD_FORM_ID, ELEMENT_OPTIONS, elementsOptions, mountCard, readAppearance } from './card-mount.ts';
import { type CardStart, PROCESSOR_SCRIPT, type StartedForm } from './card-start.ts';

type CardStartInput = {
  linkId: string;
  scriptAddress: string;
  locale: string;
  timeoutMs: number;
  formId: string;
  group: ReturnType<typeof elementsOptions>;
  options: typeof ELEMENT_OPTIONS;
};

/**
 * Loads the processor's script, asks for the link's intent, which names the key, and shows the form with both. It runs
 * while the page's own scripts are on their way and is sent as text, so it uses nothing of this module.
 */
function startCard(given: CardStartInput, mount: typeof mountCard, appearance: typeof readAppearance): void {
  const { linkId, locale, group, options } = given;
  const script = document.createElement('script');
  const ended = new Promise<'loaded' | 'failed'>((resolve) => {
    script.onload = () => resolve('loaded');
    script.onerror = () => resolve('failed');
  });
  script.src = given.scriptAddress;
  script.async = true;
  document.head.append(script);

  const abort = new AbortController();
  setTimeout(() => abort.abort(), given.timeoutMs);
  const intent = fetch(`/v1/checkout_links/${encodeURIComponent(linkId)}/payment_intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: abort.signal,
  }).catch(() => null);

  async function show(): Promise<StartedForm | null> {
    const answer = await intent;
    if (!answer?.ok) return null;
    const { publishable_key: key, client_secret: clientSecret } = await answer.clone().json();
    await ended;
    const { Stripe: library } = window as { Stripe?: StripeConstructor };
    const place = document.getElementById(given.formId);
    if (!library || !place || start.isCancelled) return null;
    const stripe = library(key, { locale: locale as 'auto' });
    const elements = stripe.elements({ ...group, locale: locale as 'auto', appearance: appearance() });
    return { key, clientSecret, stripe, elements, mounted: mount(elements, options, place) };
  }
  const start: CardStart = {
    linkId,
    script,
    ended,
    intent,
    form: show().catch(() => null),
    isCancelled: false,
  };
  window.cardStart = start;
}

type CardStartProps = Pick<CheckoutView, 'amountToPay' | 'stripeJsUrl'> & {
  link: Pick<CheckoutView['link'], 'id' | 'currency'>;
};

/** The text of the script that starts the card form of a link. */
export function cardStartText({ link, amountToPay, stripeJsUrl }: CardStartProps, locale: Locale): string {
  const given: CardStartInput = {
    linkId: link.id,
    scriptAddress: stripeJsUrl ?? PROCESSOR_SCRIPT,
    locale: LANGUAGE_TAGS[locale],
    group: elementsOptions(amountToPay, link.currency),
    timeoutMs: TIMEOUT_MS,
    formId: CARD_FORM_ID,
    options: ELEMENT_OPTIONS,
  };
  return `(${startCard})(${JSON.stringify(given).replaceAll('<', '\\u003c')},${mountCard},${readAppearance})`;
}
