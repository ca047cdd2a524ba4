'use client';

import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';
import { type Answer, type Failure, type Intent, requestIntent } from '../api.ts';
import { loadLibrary, loadOtherScript } from './card-library.ts';

/** How far the card form is: an intent and the library, or what stands in the way. */
export type CardSetup =
  | { state: 'loading'; slow: boolean }
  | { state: 'ready'; clientSecret: string; stripe: Stripe }
  | { state: 'refused'; failure: Failure }
  | { state: 'no_library' };

type Wish = { linkId: string; amount: number; round: number; locale: Locale; scriptAddress: string | null };

/** After this long the donor is told that it is slow, not broken. */
const SLOW_MS = 6_000;
const MAX_PATIENCE_SECONDS = 5;

/**
 * Asks for the intent of the present amount and loads the library beside it. Anew whenever the amount changes, the
 * payment starts over, or the donor tries again.
 */
export function useCardSetup({ linkId, amount, round, locale, scriptAddress }: Wish) {
  const [setup, setSetup] = useState<CardSetup>({ state: 'loading', slow: false });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: amount, round and attempt say when to ask again.
  useEffect(() => {
    let isCurrent = true;
    const show = (next: CardSetup) => {
      if (isCurrent) setSetup(next);
    };
    show({ state: 'loading', slow: false });
    const slow = setTimeout(() => show({ state: 'loading', slow: true }), SLOW_MS);
    setUp({ linkId, locale, scriptAddress })
      .then(show)
      .finally(() => clearTimeout(slow));
    return () => {
      isCurrent = false;
      clearTimeout(slow);
    };
  }, [linkId, amount, round, attempt, locale, scriptAddress]);
  return { setup, tryAgain: () => setAttempt((count) => count + 1) };
}

async function setUp({ linkId, locale, scriptAddress }: Pick<Wish, 'linkId' | 'locale' | 'scriptAddress'>) {
  // Both travel at once; a failure of the script counts only once there is an intent to use it for.
  if (scriptAddress !== null) loadOtherScript(scriptAddress).catch(() => {});
  const intent = await requestPatiently(linkId);
  if (!intent.ok) return { state: 'refused', failure: intent.failure } as const;
  const { publishable_key: key, client_secret: clientSecret } = intent.value;
  return loadLibrary(key, locale, scriptAddress).then(
    (stripe) => ({ state: 'ready', clientSecret, stripe }) as const,
    () => ({ state: 'no_library' }) as const,
  );
}

/** One more try by itself when the gateway is down for a moment; the donor decides about any further. */
async function requestPatiently(linkId: string): Promise<Answer<Intent>> {
  const first = await requestIntent(linkId);
  if (first.ok || first.failure.kind !== 'unavailable') return first;
  const seconds = Math.min(Math.max(first.failure.seconds, 1), MAX_PATIENCE_SECONDS);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return requestIntent(linkId);
}
