import type { Stripe } from '@stripe/stripe-js';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import type { CardStart } from './card-start.ts';
import { diagnose, type ScriptTrouble } from './script-trouble.ts';

/** The script did not come, or not whole. */
export class ScriptFailure extends Error {
  readonly trouble: ScriptTrouble;
  constructor(trouble: ScriptTrouble) {
    super(`the card script is ${trouble}`);
    this.trouble = trouble;
  }
}

type Started = Pick<CardStart, 'script' | 'ended'>;

let loading: { script: HTMLScriptElement; loaded: Promise<void> } | null = null;

/**
 * Loads the processor's script once, and waits for as long as it takes: a slow one is not a broken one. A failed load is
 * forgotten, so that trying again really tries.
 * @param started the script where the page's HTML has begun to load it
 * @throws ScriptFailure
 */
export function loadScript(address: string, started?: Started): Promise<void> {
  if (window.Stripe) return Promise.resolve();
  loading ??= follow(address, started ?? inject(address));
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
  if (!window.Stripe) throw new ScriptFailure('broken');
  return window.Stripe(key, { locale: LANGUAGE_TAGS[locale] });
}

function inject(address: string): Started {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  const ended = new Promise<'loaded' | 'failed'>((resolve) => {
    script.addEventListener('load', () => resolve('loaded'));
    script.addEventListener('error', () => resolve('failed'));
  });
  document.head.append(script);
  return { script, ended };
}

function follow(address: string, { script, ended }: Started) {
  const loaded = ended.then(async (how) => {
    if (window.Stripe) return;
    const trouble = how === 'loaded' ? 'broken' : await diagnose(address);
    if (loading?.script === script) dropScript();
    throw new ScriptFailure(trouble);
  });
  return { script, loaded };
}
