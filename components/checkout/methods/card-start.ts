import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { MountedCard } from './card-mount.ts';

/** The processor's form as it stands in the page before React does. */
export type BegunForm = {
  clientSecret: string;
  stripe: Stripe;
  elements: StripeElements;
  mounted: MountedCard;
};

/** What the page's HTML has begun for the card form. */
export type CardStart = {
  linkId: string;
  script: HTMLScriptElement;
  /** How the processor's script ended. */
  ended: Promise<'loaded' | 'failed'>;
  /** The answer to the request for a payment intent; null where none came. */
  intent: Promise<Response | null>;
  /** The form, once script and intent are there; null where one of them is missing, or nobody wants it any more. */
  form: Promise<BegunForm | null>;
  /** Set by whoever does not want the form any more. */
  isDropped: boolean;
};
declare global {
  interface Window {
    cardStart?: CardStart;
  }
}

/** What the page's HTML has begun for a link: once, for the amount that the page was rendered with. */
export function takeCardStart(linkId: string): CardStart | undefined {
  const { cardStart } = window;
  delete window.cardStart;
  return cardStart?.linkId === linkId ? cardStart : undefined;
}
