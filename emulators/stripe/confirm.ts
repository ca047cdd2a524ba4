import type Stripe from 'stripe';
import type { Book, Cause, Charge, Intent, PaymentMethod } from './book.ts';
import { NO_REQUEST } from './book.ts';
import { type CardBehaviour, type Decline, declines } from './cards.ts';
import { captureCharge, recordCharge } from './charges.ts';
import { takesAmex } from './currencies.ts';
import { openDispute } from './disputes.ts';
import { type ErrorBody, invalidRequest, StripeFault, unexpectedState } from './errors.ts';
import { takeForced } from './force.ts';
import {
  assertConfirmable,
  attach,
  capture,
  fail,
  requireAction,
  startProcessing,
  succeed,
} from './payment-intents.ts';
import { behaviourOf } from './payment-methods.ts';

/** How a confirmation was asked for. */
export type Confirmation = {
  method: PaymentMethod | undefined;
  returnUrl: string | undefined;
  /** Stripe.js shows 3-D Secure itself, whatever the return address. */
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
export function confirmIntent(book: Book, given: Intent, how: Confirmation, cause: Cause): Intent {
  assertConfirmable(given);
  const method = how.method ?? book.methods.get(given.payment_method ?? '');
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
  takeForced(book, intent, method);
  const behaviour = behaviourOf(book, method);
  if (behaviour.authenticate === true) {
    if (how.errorOnRequiresAction || how.offSession) {
      return declineWith(book, intent, method, behaviour, declines.authenticationRequired, cause);
    }
    return challenge(book, intent, method, how, cause);
  }
  return settle(book, intent, method, behaviour, false, cause);
}

/**
 * Ends the 3-D Secure challenge of an intent with the donor's choice. A challenge that is no longer the intent's
 * (cancelled, confirmed again, double click) changes nothing.
 */
export function finishChallenge(book: Book, id: string, outcome: 'complete' | 'fail'): Intent | undefined {
  const found = book.challenges.get(id);
  const intent = book.intents.get(found?.intent ?? '');
  const method = book.methods.get(found?.method ?? '');
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
    const failed = save(book, fail(intent, error, null));
    book.emit('payment_intent.payment_failed', failed, NO_REQUEST);
    return failed;
  }
  try {
    return settle(book, intent, method, behaviourOf(book, method), true, NO_REQUEST);
  } catch (fault) {
    if (!(fault instanceof StripeFault)) throw fault;
    return book.intents.get(intent.id);
  }
}

/** Ends `processing` (a switch of control put the intent there). */
export function settleProcessing(book: Book, intent: Intent, outcome: 'succeeded' | 'failed'): Intent {
  const method = book.methods.get(intent.payment_method ?? '');
  if (intent.status !== 'processing' || method === undefined) {
    throw unexpectedState(`This PaymentIntent has a status of ${intent.status}, not processing.`, intent);
  }
  const behaviour = behaviourOf(book, method);
  try {
    const decline = outcome === 'failed' ? declines.generic : undefined;
    return charge(book, intent, method, behaviour, decline, false, NO_REQUEST);
  } catch (fault) {
    if (!(fault instanceof StripeFault)) throw fault;
    return book.intents.get(intent.id) ?? intent;
  }
}

/** Takes the money of an intent with manual capture; `amount` in minor units, default all. */
export function captureIntent(book: Book, intent: Intent, amount: number | undefined, cause: Cause): Intent {
  const taken = amount ?? intent.amount_capturable;
  const captured = capture(intent, taken);
  if (taken > intent.amount || taken < 1) {
    const message = 'The amount to capture must be positive and no more than the amount that is capturable.';
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount_to_capture' });
  }
  const held = book.charges.get(intent.latest_charge ?? '');
  if (held === undefined) throw new Error(`Bug: ${intent.id} is capturable and has no charge.`);
  book.emit('charge.captured', captureCharge(book, held, taken), cause);
  save(book, captured);
  book.emit('payment_intent.succeeded', captured, cause);
  return captured;
}

function settle(
  book: Book,
  intent: Intent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
  authenticated: boolean,
  cause: Cause,
): Intent {
  if (behaviour.decline === undefined && (behaviour.processing ?? book.play.processing)) {
    const processing = save(book, startProcessing(intent));
    book.emit('payment_intent.processing', processing, cause);
    return processing;
  }
  const amexRefused =
    behaviour.brand === 'amex' && !behaviour.isForced && !takesAmex(intent.amount, intent.currency);
  const decline = behaviour.decline ?? (amexRefused ? declines.currency : undefined);
  return charge(book, intent, method, behaviour, decline, authenticated, cause);
}

function charge(
  book: Book,
  intent: Intent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
  decline: Decline | undefined,
  authenticated: boolean,
  cause: Cause,
): Intent {
  if (decline !== undefined)
    return declineWith(book, intent, method, behaviour, decline, cause, authenticated);
  const charged = recordCharge(book, intent, method, behaviour, undefined, authenticated);
  const succeeded = save(book, succeed(intent, charged.id));
  book.emit('charge.succeeded', charged, cause);
  const held = succeeded.status === 'requires_capture';
  book.emit(held ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', succeeded, cause);
  if (behaviour.dispute !== undefined) openDispute(book, charged, behaviour.dispute);
  return succeeded;
}

function declineWith(
  book: Book,
  intent: Intent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
  decline: Decline,
  cause: Cause,
  authenticated = false,
): never {
  const charged = recordCharge(book, intent, method, behaviour, decline, authenticated);
  const error = declineError(decline, charged, method);
  const failed = save(book, fail(intent, error, charged.id));
  book.emit('charge.failed', charged, cause);
  book.emit('payment_intent.payment_failed', failed, cause);
  throw new StripeFault(402, { ...error, payment_intent: failed }, true);
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
  book: Book,
  intent: Intent,
  method: PaymentMethod,
  how: Confirmation,
  cause: Cause,
): Intent {
  const inPlace = how.useStripeSdk || how.returnUrl === undefined;
  const id = `src_${book.context.random()}`;
  const url = `${book.context.publicUrl}/emu/3ds/${book.account}/${id}`;
  const next: Stripe.PaymentIntent.NextAction = inPlace
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', source: id, stripe_js: url },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: how.returnUrl ?? null, url } };
  const returnUrl = inPlace ? null : (how.returnUrl ?? null);
  book.challenges.set(id, { id, intent: intent.id, method: method.id, returnUrl });
  const waiting = save(book, requireAction(intent, next));
  book.emit('payment_intent.requires_action', waiting, cause);
  return waiting;
}

/** The challenge an intent waits for. */
function challengeOf(intent: Intent): string | undefined {
  const { use_stripe_sdk: inPlace, redirect_to_url: redirect } = intent.next_action ?? {};
  return inPlace === undefined ? redirect?.url?.split('/').at(-1) : (inPlace as { source?: string }).source;
}

function save(book: Book, intent: Intent): Intent {
  book.intents.set(intent.id, intent);
  return intent;
}

function missingReturnUrl(): StripeFault {
  return invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these ' +
      'payment methods might redirect your customer off of your page, you must provide a `return_url`. If you ' +
      "don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and " +
      '`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
  );
}
