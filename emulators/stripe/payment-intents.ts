import type Stripe from 'stripe';
import type { Intent } from './account-store.ts';
import { unexpectedState } from './errors.ts';

/** Statuses from which a PaymentIntent can be cancelled, in the order Stripe's message lists them. */
const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];
const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const AMOUNT_MAY_CHANGE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** The input for a new intent; amounts in minor units, time in epoch seconds. */
type NewIntent = {
  id: string;
  secret: string;
  nowSeconds: number;
  amount: number;
  currency: string;
} & Partial<Omit<Intent, 'id' | 'object' | 'amount' | 'currency' | 'status' | 'created'>>;

/** A new PaymentIntent with all keys that the API always sends (Stripe API reference, the PaymentIntent object). */
export function newIntent({ id, secret, nowSeconds, amount, currency, ...given }: NewIntent): Intent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${secret}`,
    confirmation_method: 'automatic',
    created: nowSeconds,
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...given,
    status: given.payment_method == null ? 'requires_payment_method' : 'requires_confirmation',
  };
}

/** Throws 400 `payment_intent_unexpected_state` unless a confirmation may begin. */
export function assertConfirmable(intent: Intent): void {
  if (CONFIRMABLE.includes(intent.status)) return;
  if (intent.status === 'succeeded') {
    const message =
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
    throw unexpectedState(message, intent);
  }
  throw unexpectedState(
    `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. ` +
      'Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    intent,
  );
}

/** Throws 400 `payment_intent_unexpected_state` when the amount can no longer change. */
export function assertAmountMayChange(intent: Intent, field: 'amount' | 'currency'): void {
  if (AMOUNT_MAY_CHANGE.includes(intent.status)) return;
  throw unexpectedState(
    `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. ` +
      `You may only update the ${field} of a PaymentIntent with one of the following statuses: ` +
      `${AMOUNT_MAY_CHANGE.join(', ')}.`,
    intent,
  );
}

/** The intent, cancelled. Throws 400 `payment_intent_unexpected_state` when it is too late. */
export function cancel(intent: Intent, reason: Stripe.PaymentIntent.CancellationReason | null, now: number): Intent {
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. ` +
        `Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      intent,
    );
  }
  return {
    ...intent,
    status: 'canceled',
    canceled_at: now,
    cancellation_reason: reason,
    next_action: null,
    processing: null,
  };
}

/** A payment method was given: the intent waits for its confirmation. */
export function attach(intent: Intent, method: string): Intent {
  const status = intent.status === 'requires_payment_method' ? 'requires_confirmation' : intent.status;
  return { ...intent, payment_method: method, status };
}

/** The donor has to authenticate. */
export function requireAction(intent: Intent, next: Stripe.PaymentIntent.NextAction): Intent {
  return { ...intent, status: 'requires_action', next_action: next, last_payment_error: null };
}

/** The bank has not answered yet. */
export function startProcessing(intent: Intent): Intent {
  const processing = { type: 'card', card: {} } satisfies Stripe.PaymentIntent.Processing;
  return { ...intent, status: 'processing', processing, next_action: null, last_payment_error: null };
}

/** The charge went through. */
export function succeed(intent: Intent, charge: string): Intent {
  return {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge,
    next_action: null,
    processing: null,
    last_payment_error: null,
  };
}

/** The attempt failed: the same client secret can be used again with another card. */
export function fail(intent: Intent, error: Stripe.PaymentIntent.LastPaymentError, charge: string | null): Intent {
  return {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge ?? intent.latest_charge,
    last_payment_error: error,
    next_action: null,
    processing: null,
  };
}
