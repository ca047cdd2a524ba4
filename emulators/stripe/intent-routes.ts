import type Stripe from 'stripe';
import type { Intent } from './account-store.ts';
import type { Call } from './call.ts';
import { type Confirmation, confirmIntent } from './confirm.ts';
import { invalidRequest, missing } from './errors.ts';
import { assertKnown, KNOWN, readAmount, readMethods, readTexts } from './intent-params.ts';
import type { Params } from './params.ts';
import { assertAmountMayChange, attach, cancel, newIntent } from './payment-intents.ts';
import { findOrMakeMethod, makeMethod } from './payment-methods.ts';

const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** POST /v1/payment_intents */
export function createIntent(call: Call): object {
  const { store, params, cause } = call;
  assertKnown(params, KNOWN.create);
  params.required('amount');
  const currency = params.required('currency').toLowerCase();
  const amount = readAmount(params, currency, store.play.limits) ?? 0;
  const confirming = params.flag('confirm') ?? false;
  assertReturnUrl(params, confirming);
  const method = readMethod(call);
  const created = newIntent({
    id: `pi_${store.context.random()}`,
    secret: store.context.random(),
    nowSeconds: store.context.clock.nowSeconds(),
    amount,
    currency,
    capture_method: params.word('capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    confirmation_method: params.word('confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    metadata: params.metadata(),
    ...readMethods(params),
    ...readTexts(params),
  });
  const intent = method === undefined ? created : attach(created, method.id);
  store.intents.set(intent.id, intent);
  store.emit('payment_intent.created', intent, cause);
  return confirming ? confirmIntent(store, intent, readConfirmation(params, method), cause) : intent;
}

/** GET /v1/payment_intents/:id — with a publishable key only together with the client secret. */
export function retrieveIntent(call: Call): object {
  const intent = findIntent(call);
  return call.key.kind === 'secret' ? intent : publicView(intent);
}

/** POST /v1/payment_intents/:id */
export function updateIntent(call: Call): object {
  const { store, params } = call;
  assertKnown(params, KNOWN.update);
  const intent = findIntent(call);
  const currency = params.text('currency')?.toLowerCase() ?? intent.currency;
  if (params.has('currency')) assertAmountMayChange(intent, 'currency');
  if (params.has('amount')) assertAmountMayChange(intent, 'amount');
  const amount = readAmount(params, currency, store.play.limits) ?? intent.amount;
  const method = readMethod(call);
  const methods = params.has('allowed_payment_method_types') ? readMethods(params) : {};
  const metadata = params.metadata(intent.metadata);
  const changed = { ...intent, ...readTexts(params), ...methods, amount, currency, metadata };
  const updated = method === undefined ? changed : attach(changed, method.id);
  store.intents.set(updated.id, updated);
  return updated;
}

/** POST /v1/payment_intents/:id/confirm — by a server, or by Stripe.js with publishable key and client secret. */
export function confirm(call: Call): object {
  const { store, params, cause } = call;
  assertKnown(params, KNOWN.confirm);
  assertReturnUrl(params, true);
  const intent = findIntent(call);
  const method = readMethod(call);
  const texts = readTexts(params);
  const confirmed = confirmIntent(store, { ...intent, ...texts }, readConfirmation(params, method), cause);
  return call.key.kind === 'secret' ? confirmed : publicView(confirmed);
}

/** POST /v1/payment_intents/:id/cancel */
export function cancelIntent(call: Call): object {
  const { store, params, cause } = call;
  params.allow(new Set(['cancellation_reason', 'expand']));
  const intent = findIntent(call);
  const reason = params.word('cancellation_reason', CANCELLATION_REASONS) ?? null;
  const canceled = cancel(intent, reason, store.context.clock.nowSeconds());
  store.intents.set(canceled.id, canceled);
  store.emit('payment_intent.canceled', canceled, cause);
  return canceled;
}

/** Keys in a response to a publishable key (stripe-js, PaymentIntent); metadata is not among them. */
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

/** The intent as a browser may see it. */
export function publicView(intent: Stripe.PaymentIntent): object {
  return Object.fromEntries(PUBLIC_KEYS.map((key) => [key, intent[key] ?? null]));
}

/** The intent of the path. Throws 404 `resource_missing`, and 400 when a publishable key lacks the right secret. */
function findIntent(call: Call): Intent {
  const id = call.path[0] ?? '';
  const intent = call.store.intents.get(id);
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

function readMethod({ store, params, origin, key }: Call) {
  const data = params.map('payment_method_data');
  if (data !== undefined) return makeMethod(store, data, key.kind === 'publishable' ? origin : 'elsewhere');
  const id = params.text('payment_method') ?? params.text('confirmation_token');
  return id === undefined ? undefined : findOrMakeMethod(store, id);
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
    throw invalidRequest('You cannot set `return_url` when creating a PaymentIntent without `confirm=true`.', {
      param: 'return_url',
    });
  }
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
  }
}
