import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { MountedCard } from './card-mount.ts';

/**
 * The address of the processor's script, for the version of its library that we use (a test compares them). We load it
 * ourselves: the library's own loader neither reports why it failed nor retries while a request hangs.
 */
export const PROCESSOR_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

/** The processor's form as the page's HTML has started it, before React runs. */
export type StartedForm = {
  /** The publishable key. */
  key: string;
  /** Of the intent that named the key; the one that is confirmed is asked for then. */
  clientSecret: string;
  stripe: Stripe;
  elements: StripeElements;
  mounted: MountedCard;
};

/** What the page's HTML has started for the card form. */
export type CardStart = {
  linkId: string;
  script: HTMLScriptElement;
  /** How the processor's script ended. */
  ended: Promise<'loaded' | 'failed'>;
  /** The answer to the request for a payment intent; null where none came. */
  intent: Promise<Response | null>;
  /** The form, once script and intent are there; null where one of them is missing, or the form was cancelled. */
  form: Promise<StartedForm | null>;
  /** The form is not wanted any more. */
  isCancelled: boolean;
};
declare global {
  interface Window {
    cardStart?: CardStart;
  }
}

/** What the page's HTML has started for a link; once. */
export function takeCardStart(linkId: string): CardStart | undefined {
  const { cardStart } = window;
  delete window.cardStart;
  return cardStart?.linkId === linkId ? cardStart : undefined;
}
