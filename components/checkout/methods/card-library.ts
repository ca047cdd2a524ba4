import type { Stripe } from '@stripe/stripe-js';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import { isOffline } from '../api.ts';
import type { CardStart } from './card-start.ts';

/**
 * Why the processor's script does not run. `blocked`: something between this browser and the processor lets nothing
 * through. `broken`: the processor answers, but what it sends does not work. `offline`: this browser has no network.
 */
export type ScriptError = 'blocked' | 'broken' | 'offline';

/** A small file of ours, to see whether our server can be reached. */
const PROBE_FILE = '/favicon.svg';
/** A request without an answer by then counts as failed. In milliseconds. */
const PATIENCE_MS = 8_000;

/** The script was not loaded, or not whole. */
export class ScriptFailure extends Error {
  readonly reason: ScriptError;
  constructor(reason: ScriptError) {
    super(`the card script is ${reason}`);
    this.reason = reason;
  }
}

type Started = Pick<CardStart, 'script' | 'ended'>;

let loading: { script: HTMLScriptElement; loaded: Promise<void> } | null = null;

/**
 * Loads the processor's script once, and waits as long as it takes: a slow script is not a broken one. A failed load is
 * forgotten, so that the next call loads it again.
 * @param started the script where the page's HTML is already loading it
 * @throws ScriptFailure
 */
export function loadScript(address: string, started?: Started): Promise<void> {
  if (window.Stripe) return Promise.resolve();
  loading ??= follow(address, started ?? inject(address));
  return loading.loaded;
}

/** Forgets a script that is still loading: the next call loads it again. */
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
    const reason = how === 'loaded' ? 'broken' : await diagnose(address);
    if (loading?.script === script) dropScript();
    throw new ScriptFailure(reason);
  });
  return { script, loaded };
}

/**
 * Finds out why a script could not be loaded. Its `error` event is the same for a request that an extension stopped, a
 * network that filters, a server that is down, and one that answers 500. So its address is requested once more, and then a
 * file of ours. If ours answers and theirs does not, this browser or its network blocks them: our server has just got an
 * intent from the same company. We cannot tell which extension or filter it is. One that stops scripts but not this
 * request looks like `broken`, whose text is true of it too.
 */
async function diagnose(address: string): Promise<ScriptError> {
  if (isOffline()) return 'offline';
  if (await answers(address)) return 'broken';
  return (await answers(PROBE_FILE)) && !isOffline() ? 'blocked' : 'offline';
}

async function answers(address: string): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE_MS);
  try {
    await fetch(address, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: abort.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
