import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import { diagnose, type ScriptTrouble } from './script-trouble.ts';

/**
 * Where the processor's script is, for the version of its library that we use (a test compares them). We load it ourselves:
 * the library's own loader tells neither why it failed nor starts anew while a request hangs.
 */
export const PROCESSOR_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

/** The script did not come, or not whole. */
export class ScriptFailure extends Error {
  readonly trouble: ScriptTrouble;
  constructor(trouble: ScriptTrouble) {
    super(`the card script is ${trouble}`);
    this.trouble = trouble;
  }
}

let loading: { script: HTMLScriptElement; loaded: Promise<void> } | null = null;

/**
 * Loads the processor's script once, and waits for as long as it takes: a slow one is not a broken one. A failed load is
 * forgotten, so that trying again really tries. @throws ScriptFailure
 */
export function loadScript(address: string): Promise<void> {
  if ('Stripe' in window) return Promise.resolve();
  loading ??= inject(address);
  return loading.loaded;
}

/** Forgets a script that is still on its way: the next load asks for it again. */
export function dropScript(): void {
  loading?.script.remove();
  loading = null;
}

/** The processor's library for one key and language. @throws ScriptFailure */
export async function loadLibrary(key: string, locale: Locale, address: string): Promise<Stripe> {
  await loadScript(address);
  const stripe = await loadStripe(key, { locale: LANGUAGE_TAGS[locale] });
  if (!stripe) throw new Error('the card library is for browsers only');
  return stripe;
}

function inject(address: string) {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  const ended = new Promise<'loaded' | 'failed'>((resolve) => {
    script.addEventListener('load', () => resolve('loaded'));
    script.addEventListener('error', () => resolve('failed'));
  });
  const loaded = ended.then(async (how) => {
    if ('Stripe' in window) return;
    const trouble = how === 'loaded' ? 'broken' : await diagnose(address);
    if (loading?.script === script) dropScript();
    throw new ScriptFailure(trouble);
  });
  document.head.append(script);
  return { script, loaded };
}
