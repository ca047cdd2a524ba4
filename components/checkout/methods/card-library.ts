import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';

/** A script that has not come after this long will not. */
const SCRIPT_TIMEOUT_MS = 25_000;

let script: Promise<void> | null = null;

/**
 * Loads the processor's script from another address than its own, where one is configured. The library then finds
 * `window.Stripe` in place. A failed load is forgotten, so that trying again really tries.
 */
export function loadOtherScript(address: string): Promise<void> {
  if ('Stripe' in window) return Promise.resolve();
  script ??= inject(address).catch((error: unknown) => {
    script = null;
    throw error;
  });
  return script;
}

/** The processor's library for one key and language. @throws when its script is blocked, unreachable or too slow. */
export async function loadLibrary(key: string, locale: Locale, address: string | null): Promise<Stripe> {
  if (address !== null) await loadOtherScript(address);
  const stripe = await withTimeout(loadStripe(key, { locale: LANGUAGE_TAGS[locale] }));
  if (!stripe) throw new Error('the card library is for browsers only');
  return stripe;
}

function inject(address: string): Promise<void> {
  const element = document.createElement('script');
  element.src = address;
  element.async = true;
  const loaded = new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error('the card script did not load')));
  });
  document.head.append(element);
  return withTimeout(loaded).catch((error: unknown) => {
    element.remove();
    throw error;
  });
}

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the card script is too slow')), SCRIPT_TIMEOUT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
