import type Stripe from 'stripe';
import type { Intent } from './book.ts';
import type { Call } from './call.ts';
import { type Confirmation, captureIntent, confirmIntent } from './confirm.ts';
import { invalidRequest, missing, unexpectedState } from './errors.ts';
import { assertKnown, KNOWN, readAmount, readMethods, readTexts } from './intent-params.ts';
import { requireSecretKey } from './keys.ts';
import { listPage } from './lists.ts';
import type { Params } from './params.ts';
import { assertAmountMayChange, attach, cancel, newIntent } from './payment-intents.ts';
import { findOrMakeMethod, makeMethod } from './payment-methods.ts';

const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** POST /v1/payment_intents */
export function createIntent(call: Call): object {
  const { book, params, cause } = call;
  assertKnown(params, KNOWN.create);
  params.required('amount');
  const currency = params.required('currency').toLowerCase();
  const amount = readAmount(params, currency, book.play.limits) ?? 0;
  const confirming = params.flag('confirm') ?? false;
  assertReturnUrl(params, confirming);
  const method = readMethod(call);
  const created = newIntent({
    id: `pi_${book.context.random()}`,
    secret: book.context.random(),
    nowSeconds: book.context.clock.nowSeconds(),
    amount,
    currency,
    capture_method:
      params.word('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    confirmation_method: params.word('confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    metadata: params.metadata(),
    ...readMethods(params),
    ...readTexts(params),
  });
  const intent = method === undefined ? created : attach(created, method.id);
  book.intents.set(intent.id, intent);
  book.emit('payment_intent.created', intent, cause);
  return confirming ? confirmIntent(book, intent, readConfirmation(params, method), cause) : intent;
}

/** GET /v1/payment_intents/:id — with a publishable key only together with the client secret. */
export function retrieveIntent(call: Call): object {
  const intent = findIntent(call);
  return call.key.kind === 'secret' ? intent : publicView(intent);
}

/** GET /v1/payment_intents */
export function listIntents(call: Call): object {
  requireSecretKey(call.key);
  return listPage(call.book.intents.values(), call.params, '/v1/payment_intents');
}

/** POST /v1/payment_intents/:id */
export function updateIntent(call: Call): object {
  const { book, params } = call;
  requireSecretKey(call.key);
  assertKnown(params, KNOWN.update);
  const intent = findIntent(call);
  const currency = params.text('currency')?.toLowerCase() ?? intent.currency;
  if (params.has('currency')) assertAmountMayChange(intent, 'currency');
  if (params.has('amount')) assertAmountMayChange(intent, 'amount');
  const amount = readAmount(params, currency, book.play.limits) ?? intent.amount;
  const method = readMethod(call);
  const methods = params.has('allowed_payment_method_types') ? readMethods(params) : {};
  const metadata = params.metadata(intent.metadata);
  const changed = { ...intent, ...readTexts(params), ...methods, amount, currency, metadata };
  const updated = method === undefined ? changed : attach(changed, method.id);
  book.intents.set(updated.id, updated);
  return updated;
}

/** POST /v1/payment_intents/:id/confirm — by a server, or by Stripe.js with publishable key and client secret. */
export function confirm(call: Call): object {
  const { book, params, cause } = call;
  assertKnown(params, KNOWN.confirm);
  assertReturnUrl(params, true);
  const intent = findIntent(call);
  const method = readMethod(call);
  const texts = readTexts(params);
  const confirmed = confirmIntent(book, { ...intent, ...texts }, readConfirmation(params, method), cause);
  return call.key.kind === 'secret' ? confirmed : publicView(confirmed);
}

/** POST /v1/payment_intents/:id/cancel */
export function cancelIntent(call: Call): object {
  const { book, params, cause } = call;
  requireSecretKey(call.key);
  params.allow(new Set(['cancellation_reason', 'expand']));
  const intent = findIntent(call);
  const reason = params.word('cancellation_reason', CANCELLATION_REASONS) ?? null;
  const canceled = cancel(intent, reason, book.context.clock.nowSeconds());
  book.intents.set(canceled.id, canceled);
  book.emit('payment_intent.canceled', canceled, cause);
  return canceled;
}

/** POST /v1/payment_intents/:id/capture */
export function captureHeld(call: Call): object {
  requireSecretKey(call.key);
  return captureIntent(call.book, findIntent(call), call.params.integer('amount_to_capture'), call.cause);
}

/** Keys that an answer to a publishable key has (stripe-js, PaymentIntent); metadata is not among them. */
const PUBLIC_KEYS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

/** What the browser may see of an intent. */
export function publicView(intent: Stripe.PaymentIntent): object {
  return Object.fromEntries(PUBLIC_KEYS.map((key) => [key, intent[key] ?? null]));
}

/** The intent of the path. Throws 404 `resource_missing`, and 400 when a publishable key lacks the right secret. */
export function findIntent(call: Call): Intent {
  const id = call.path[0] ?? '';
  const intent = call.book.intents.get(id);
  if (intent === undefined) throw missing('payment_intent', id, 'intent', 404);
  const secret = call.params.text('client_secret');
  if (call.key.kind === 'publishable' && secret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (secret !== undefined && secret !== intent.client_secret) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    );
  }
  return intent;
}

function readMethod({ book, params, origin, key }: Call) {
  const data = params.map('payment_method_data');
  if (data !== undefined) return makeMethod(book, data, key.kind === 'publishable' ? origin : 'elsewhere');
  const id = params.text('payment_method') ?? params.text('confirmation_token');
  return id === undefined ? undefined : findOrMakeMethod(book, id);
}

function readConfirmation(params: Params, method: Confirmation['method']): Confirmation {
  return {
    method,
    returnUrl: params.text('return_url'),
    useStripeSdk: params.flag('use_stripe_sdk') ?? false,
    offSession: ['true', 'one_off', 'recurring'].includes(params.text('off_session') ?? ''),
    errorOnRequiresAction: params.flag('error_on_requires_action') ?? false,
  };
}

function assertReturnUrl(params: Params, confirming: boolean): void {
  const url = params.text('return_url');
  if (url === undefined) return;
  if (!confirming) {
    throw invalidRequest(
      'You cannot set `return_url` when creating a PaymentIntent without `confirm=true`.',
      {
        param: 'return_url',
      },
    );
  }
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
  }
}

/** Throws when the browser tries to open a form for an intent that is over (Stripe.js, loaderror). */
export function assertOpen(intent: Intent): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return;
  throw unexpectedState(
    'This PaymentIntent is in a terminal state and cannot be used to initialize Elements.',
    intent,
  );
}
