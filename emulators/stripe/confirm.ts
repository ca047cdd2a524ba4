import type Stripe from 'stripe';
import type { AccountStore, Cause, Charge, Intent, PaymentMethod } from './account-store.ts';
import { NO_REQUEST } from './account-store.ts';
import { type CardBehaviour, type Decline, declines } from './cards.ts';
import { recordCharge } from './charges.ts';
import { takesAmex } from './currencies.ts';
import { openDispute } from './disputes.ts';
import { type ErrorBody, invalidRequest, StripeApiError, unexpectedState } from './errors.ts';
import { assertConfirmable, attach, fail, requireAction, startProcessing, succeed } from './payment-intents.ts';
import { behaviourOf } from './payment-methods.ts';

/** The parameters of a confirmation. */
export type Confirmation = {
  method: PaymentMethod | undefined;
  returnUrl: string | undefined;
  /** Stripe.js shows 3-D Secure itself, even if there is a return address. */
  useStripeSdk: boolean;
  offSession: boolean;
  errorOnRequiresAction: boolean;
};

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/**
 * Confirms an intent: charges the card, declines (throws 402), or asks for 3-D Secure.
 * Throws 400 `payment_intent_unexpected_state` when the intent cannot be confirmed.
 */
export function confirmIntent(store: AccountStore, given: Intent, how: Confirmation, cause: Cause): Intent {
  assertConfirmable(given);
  const method = how.method ?? store.methods.get(given.payment_method ?? '');
  if (method === undefined) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
      given,
    );
  }
  const mayRedirect = given.automatic_payment_methods?.allow_redirects === 'always';
  if (mayRedirect && how.returnUrl === undefined && !how.useStripeSdk) throw missingReturnUrl();
  const intent = attach(given, method.id);
  applyForcedOutcome(store, intent, method);
  const behaviour = behaviourOf(store, method);
  if (behaviour.authenticate === true) {
    if (how.errorOnRequiresAction || how.offSession) {
      return declineWith(store, intent, method, behaviour, declines.authenticationRequired, cause);
    }
    return challenge(store, intent, method, how, cause);
  }
  return settle(store, intent, method, behaviour, false, cause);
}

/**
 * Takes the outcome that control set for the next confirmation of an intent whose metadata contains the reference. It is
 * stored with the payment method, so that it also applies after a 3-D Secure challenge.
 */
function applyForcedOutcome(store: AccountStore, intent: Intent, method: PaymentMethod): void {
  const card = store.cards.get(method.id);
  if (card === undefined) return;
  const reference = Object.values(intent.metadata).find((value) => store.forced.get(value) !== undefined);
  const outcome = store.forced.get(reference ?? '');
  store.cards.set(method.id, { number: card.number, ...(outcome === undefined ? {} : { forced: outcome }) });
  if (reference !== undefined) store.forced.delete(reference);
}

/**
 * Ends the 3-D Secure challenge of an intent with the donor's choice. An outdated challenge (cancelled, confirmed again,
 * double click) changes nothing.
 */
export function finishChallenge(store: AccountStore, id: string, outcome: 'complete' | 'fail'): Intent | undefined {
  const found = store.challenges.get(id);
  const intent = store.intents.get(found?.intent ?? '');
  const method = store.methods.get(found?.method ?? '');
  if (found === undefined || intent === undefined || method === undefined) return undefined;
  const current = intent.status === 'requires_action' && challengeOf(intent) === id;
  if (!current) return intent;
  if (outcome === 'fail') {
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: AUTHENTICATION_FAILED,
      payment_method: method,
    } satisfies Stripe.PaymentIntent.LastPaymentError;
    const failed = save(store, fail(intent, error, null));
    store.emit('payment_intent.payment_failed', failed, NO_REQUEST);
    return failed;
  }
  try {
    return settle(store, intent, method, behaviourOf(store, method), true, NO_REQUEST);
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return store.intents.get(intent.id);
  }
}

/** Ends `processing`, which a switch of control started. */
export function settleProcessing(store: AccountStore, intent: Intent, outcome: 'succeeded' | 'failed'): Intent {
  const method = store.methods.get(intent.payment_method ?? '');
  if (intent.status !== 'processing' || method === undefined) {
    throw unexpectedState(`This PaymentIntent has a status of ${intent.status}, not processing.`, intent);
  }
  const behaviour = behaviourOf(store, method);
  try {
    const decline = outcome === 'failed' ? declines.generic : undefined;
    return charge(store, intent, method, behaviour, decline, false, NO_REQUEST);
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return store.intents.get(intent.id) ?? intent;
  }
}

function settle(
  store: AccountStore,
  intent: Intent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
  authenticated: boolean,
  cause: Cause,
): Intent {
  if (behaviour.decline === undefined && (behaviour.processing ?? store.play.processing)) {
    const processing = save(store, startProcessing(intent));
    store.emit('payment_intent.processing', processing, cause);
    return processing;
  }
  const amexRefused = behaviour.brand === 'amex' && !behaviour.isForced && !takesAmex(intent.amount, intent.currency);
  const decline = behaviour.decline ?? (amexRefused ? declines.currency : undefined);
  return charge(store, intent, method, behaviour, decline, authenticated, cause);
}

function charge(
  store: AccountStore,
  intent: Intent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
  decline: Decline | undefined,
  authenticated: boolean,
  cause: Cause,
): Intent {
  if (decline !== undefined) return declineWith(store, intent, method, behaviour, decline, cause, authenticated);
  const charged = recordCharge(store, intent, method, behaviour, undefined, authenticated);
  const succeeded = save(store, succeed(intent, charged.id));
  store.emit('charge.succeeded', charged, cause);
  store.emit('payment_intent.succeeded', succeeded, cause);
  if (behaviour.dispute !== undefined) openDispute(store, charged, behaviour.dispute);
  return succeeded;
}

function declineWith(
  store: AccountStore,
  intent: Intent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
  decline: Decline,
  cause: Cause,
  authenticated = false,
): never {
  const charged = recordCharge(store, intent, method, behaviour, decline, authenticated);
  const error = declineError(decline, charged, method);
  const failed = save(store, fail(intent, error, charged.id));
  store.emit('charge.failed', charged, cause);
  store.emit('payment_intent.payment_failed', failed, cause);
  throw new StripeApiError(402, { ...error, payment_intent: failed }, true);
}

function declineError(decline: Decline, charged: Charge, method: PaymentMethod) {
  return {
    type: 'card_error',
    code: decline.code,
    message: decline.message,
    charge: charged.id,
    payment_method: method,
    ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
    ...(decline.param === undefined ? {} : { param: decline.param }),
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
  } satisfies ErrorBody & Stripe.PaymentIntent.LastPaymentError;
}

function challenge(
  store: AccountStore,
  intent: Intent,
  method: PaymentMethod,
  how: Confirmation,
  cause: Cause,
): Intent {
  const inPlace = how.useStripeSdk || how.returnUrl === undefined;
  const id = `src_${store.context.random()}`;
  const url = `${store.context.publicUrl}/emu/3ds/${store.account}/${id}`;
  const next: Stripe.PaymentIntent.NextAction = inPlace
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', source: id, stripe_js: url },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: how.returnUrl ?? null, url } };
  const returnUrl = inPlace ? null : (how.returnUrl ?? null);
  store.challenges.set(id, { id, intent: intent.id, method: method.id, returnUrl });
  const waiting = save(store, requireAction(intent, next));
  store.emit('payment_intent.requires_action', waiting, cause);
  return waiting;
}

/** The challenge that an intent waits for. */
function challengeOf(intent: Intent): string | undefined {
  const { use_stripe_sdk: inPlace, redirect_to_url: redirect } = intent.next_action ?? {};
  return inPlace === undefined ? redirect?.url?.split('/').at(-1) : (inPlace as { source?: string }).source;
}

function save(store: AccountStore, intent: Intent): Intent {
  store.intents.set(intent.id, intent);
  return intent;
}

function missingReturnUrl(): StripeApiError {
  return invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these ' +
      'payment methods might redirect your customer off of your page, you must provide a `return_url`. If you ' +
      "don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and " +
      '`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
  );
}
