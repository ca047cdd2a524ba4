import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';
import { type Failure, isPause, postDonation, requestIntent, retrieveStatus } from '../api.ts';
import { pollDelayMs } from '../poll.ts';
import { dropScript, loadLibrary, loadScript, type ScriptError, ScriptFailure } from './card-library.ts';
import { type CardStart, type StartedForm, takeCardStart } from './card-start.ts';

/** Why there is no card form: its script does not run, or the server refuses the intent. */
export type CardError =
  | { kind: ScriptError }
  | { kind: 'refused'; failure: Failure }
  /**
   * Card payments pause after too many declines; `until` by the clock of this device. `newLinkHelps`: only this link is
   * paused, and another one of the same cause can be paid.
   */
  | { kind: 'locked'; until: Date; newLinkHelps: boolean };

/**
 * The library, and the key that it was made for. The client secret is of the intent that named the key: it tells whether a
 * payment is being processed. What is confirmed is asked for then.
 */
export type CardSetup =
  | { state: 'loading' }
  | { state: 'ready'; key: string; clientSecret: string; stripe: Stripe; started?: StartedForm }
  /** `failures` in a row. */
  | { state: 'failed'; error: CardError; failures: number };

type Input = {
  linkId: string;
  amount: number;
  /** A card takes the amount that the server has: an intent can be made for it. */
  isSavedPayable: boolean;
  round: number;
  locale: Locale;
  scriptAddress: string;
};

/** Another amount is tried once the donor has not touched it for this long. In milliseconds. */
const REST_MS = 800;

/**
 * Requests an intent, which names the publishable key, and loads the library at the same time. Both are kept, whatever the
 * amount, until the donor tries again; after a failure that passes both are tried again automatically, ever more rarely. Only
 * where the gateway refused the amount there is no key yet: the next amount is saved, so that an intent can be made for it.
 */
export function useCardSetup({ linkId, amount, isSavedPayable, round, locale, scriptAddress }: Input) {
  const [setup, setSetup] = useState<CardSetup>({ state: 'loading' });
  const [attempt, setAttempt] = useState({ count: 0, isQuiet: false });
  const initial = useRef({ locale, amount });
  const refused = isAmountRefused(setup);
  useEffect(() => {
    if (!refused || amount === initial.current.amount) return;
    const timer = setTimeout(async () => {
      initial.current.amount = amount;
      await postDonation(linkId, { amount });
      setAttempt(({ count }) => ({ count: count + 1, isQuiet: false }));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [refused, amount, linkId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: round and attempt say when to ask again; the amount only what is saved first.
  useEffect(() => {
    let isCurrent = true;
    // What is tried again automatically leaves the page as it is until there is something new.
    if (!attempt.isQuiet) setSetup({ state: 'loading' });
    const started = takeCardStart(linkId);
    const first = isSavedPayable ? undefined : amount;
    setUp({ linkId, first, locale: initial.current.locale, scriptAddress }, started).then((next) => {
      if (isCurrent) setSetup((before) => counted(next, before));
      else if (next.state === 'ready') next.started?.mounted.element.destroy();
    });
    return () => {
      isCurrent = false;
      if (started) started.isCancelled = true;
    };
  }, [linkId, round, attempt, scriptAddress]);
  useEffect(() => {
    if (setup.state !== 'failed' || !isRetried(setup.error)) return;
    const retry = () => {
      dropScript();
      setAttempt(({ count }) => ({ count: count + 1, isQuiet: true }));
    };
    const timer = setTimeout(retry, pollDelayMs(setup.failures));
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [setup]);
  const tryAgain = () => {
    dropScript();
    setAttempt(({ count }) => ({ count: count + 1, isQuiet: false }));
  };
  return { setup, attempt: attempt.count, tryAgain };
}

function failed(error: CardError): CardSetup {
  return { state: 'failed', error, failures: 1 };
}

function counted(next: CardSetup, before: CardSetup): CardSetup {
  if (next.state !== 'failed' || before.state !== 'failed') return next;
  return { ...next, failures: before.failures + 1 };
}

/** Whether the form may load again automatically: after every error but a pause and a refusal of this payment. */
export function isRetried(error: CardError): boolean {
  if (error.kind === 'locked') return false;
  if (error.kind !== 'refused') return true;
  return ['unavailable', 'unreachable', 'too_many'].includes(error.failure.kind);
}

type SetupInput = Pick<Input, 'linkId' | 'locale' | 'scriptAddress'> & {
  /** The amount to save before an intent is asked for; undefined where the server has one that can be paid. */
  first: number | undefined;
};

async function setUp({ linkId, first, locale, scriptAddress }: SetupInput, started?: CardStart): Promise<CardSetup> {
  // Both are loaded at once; a failure of the script counts only once there is an intent.
  loadScript(scriptAddress, started).catch(() => {});
  if (first !== undefined) {
    const saved = await postDonation(linkId, { amount: first });
    if (!saved.ok) return refused(linkId, saved.failure);
  }
  const form = await started?.form;
  if (form) return { state: 'ready', ...form, started: form };
  const intent = await requestIntent(linkId, started?.intent);
  if (!intent.ok) return refused(linkId, intent.failure);
  const { publishable_key: key, client_secret: clientSecret } = intent.value;
  try {
    return { state: 'ready', key, clientSecret, stripe: await loadLibrary(key, locale, scriptAddress) };
  } catch (error) {
    const kind = error instanceof ScriptFailure ? error.reason : 'broken';
    return failed({ kind });
  }
}

function isAmountRefused(setup: CardSetup): boolean {
  if (setup.state !== 'failed' || setup.error.kind !== 'refused') return false;
  const { failure } = setup.error;
  return failure.kind === 'fields' && failure.fields.includes('amount');
}

const MINUTE_MS = 60_000;

/** The end of a pause is shown as a time of day, so it is rounded up to a whole minute. */
async function refused(linkId: string, failure: Failure): Promise<CardSetup> {
  if (!isPause(failure)) return failed({ kind: 'refused', failure });
  const until = Math.ceil((Date.now() + failure.seconds * 1000) / MINUTE_MS) * MINUTE_MS;
  const status = await retrieveStatus(linkId);
  const newLinkHelps = status.ok && status.value.newLinkHelps;
  return failed({ kind: 'locked', until: new Date(until), newLinkHelps });
}
