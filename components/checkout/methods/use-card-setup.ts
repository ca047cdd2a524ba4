import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';
import { type Answer, type Failure, type Intent, requestIntent } from '../api.ts';
import { dropScript, loadLibrary, loadScript, ScriptFailure } from './card-library.ts';
import { type BegunForm, type CardStart, takeCardStart } from './card-start.ts';
import type { ScriptTrouble } from './script-trouble.ts';

/** How far the card form is: an intent and the library, or what stands in the way. */
export type CardSetup =
  | { state: 'loading' }
  | { state: 'ready'; clientSecret: string; stripe: Stripe; begun?: BegunForm }
  | { state: 'refused'; failure: Failure }
  /** Card payments of the link pause after too many declines; by this device's clock. */
  | { state: 'paused'; until: Date }
  | { state: 'no_library'; trouble: ScriptTrouble };

type Wish = { linkId: string; amount: number; round: number; locale: Locale; scriptAddress: string };

const MAX_PATIENCE_SECONDS = 5;

/**
 * Asks for the intent of the present amount and loads the library beside it. Anew whenever the amount changes, the
 * payment starts over, or the donor tries again.
 */
export function useCardSetup({ linkId, amount, round, locale, scriptAddress }: Wish) {
  const [setup, setSetup] = useState<CardSetup>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: amount, round and attempt say when to ask again.
  useEffect(() => {
    let isCurrent = true;
    setSetup({ state: 'loading' });
    const started = takeCardStart(linkId);
    setUp({ linkId, locale, scriptAddress }, started).then((next) => {
      if (isCurrent) setSetup(next);
      else if (next.state === 'ready') next.begun?.mounted.element.destroy();
    });
    return () => {
      isCurrent = false;
      if (started) started.isDropped = true;
    };
  }, [linkId, amount, round, attempt, locale, scriptAddress]);
  const tryAgain = () => {
    dropScript();
    setAttempt((count) => count + 1);
  };
  return { setup, attempt, tryAgain };
}

type Needs = Pick<Wish, 'linkId' | 'locale' | 'scriptAddress'>;

async function setUp({ linkId, locale, scriptAddress }: Needs, started?: CardStart): Promise<CardSetup> {
  // Both travel at once; a failure of the script counts only once there is an intent to use it for.
  loadScript(scriptAddress, started).catch(() => {});
  const begun = await started?.form;
  if (begun) return { state: 'ready', ...begun, begun };
  const intent = await requestPatiently(linkId, started?.intent);
  if (!intent.ok) return refused(intent.failure);
  const { publishable_key: key, client_secret: clientSecret } = intent.value;
  try {
    return { state: 'ready', clientSecret, stripe: await loadLibrary(key, locale, scriptAddress) };
  } catch (error) {
    return { state: 'no_library', trouble: error instanceof ScriptFailure ? error.trouble : 'broken' };
  }
}

/** A rate limit is over within its window; a wait beyond that is the pause after declines (decisions.md 23, 24). */
const WINDOW_SECONDS = 10;
const MINUTE_MS = 60_000;

/** The end of a pause is told as a time of day, and so as the first whole minute that keeps the promise. */
function refused(failure: Failure): CardSetup {
  if (failure.kind !== 'too_many' || failure.seconds <= WINDOW_SECONDS) return { state: 'refused', failure };
  const until = Math.ceil((Date.now() + failure.seconds * 1000) / MINUTE_MS) * MINUTE_MS;
  return { state: 'paused', until: new Date(until) };
}

/** One more try by itself when the gateway is down for a moment; the donor decides about any further. */
async function requestPatiently(linkId: string, started?: CardStart['intent']): Promise<Answer<Intent>> {
  const first = await requestIntent(linkId, started);
  if (first.ok || first.failure.kind !== 'unavailable') return first;
  const seconds = Math.min(Math.max(first.failure.seconds, 1), MAX_PATIENCE_SECONDS);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return requestIntent(linkId);
}
