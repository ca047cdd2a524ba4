import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { requestIntent } from '../api.ts';
import type { CardFailure, DeclineText, Payer, PayOutcome } from './method.ts';

/** The members of the processor's error that we read. Its own text is never shown. */
type ProcessorError = {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
};

const TEXTS: Readonly<Record<string, DeclineText>> = {
  insufficient_funds: 'insufficientFunds',
  card_velocity_exceeded: 'limitExceeded',
  withdrawal_count_limit_exceeded: 'limitExceeded',
  expired_card: 'expiredCard',
  incorrect_number: 'wrongNumber',
  invalid_number: 'wrongNumber',
  incorrect_cvc: 'wrongCode',
  invalid_cvc: 'wrongCode',
  invalid_expiry_month: 'wrongExpiry',
  invalid_expiry_year: 'wrongExpiry',
  incorrect_zip: 'wrongPostalCode',
  incorrect_address: 'wrongPostalCode',
  card_not_supported: 'notSupported',
  testmode_decline: 'notSupported',
  live_mode_test_card: 'notSupported',
  currency_not_supported: 'currencyNotSupported',
  authentication_required: 'authentication',
  payment_intent_authentication_failure: 'authentication',
  processing_error: 'processing',
  reenter_transaction: 'processing',
  try_again_later: 'processing',
  issuer_not_available: 'processing',
  approve_with_id: 'processing',
  duplicate_transaction: 'duplicate',
  pin_try_exceeded: 'tooMany',
  card_decline_rate_limit_exceeded: 'tooMany',
};

const STALE_INTENT_CODES = new Set(['payment_intent_unexpected_state', 'resource_missing']);
/**
 * The addresses that the processor certainly takes. It refuses the whole payment for any other, such as one with an accent, and
 * does not need one: the receipt is ours to send.
 */
const PLAIN_ADDRESS = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z]{2,}$/i;
const UNCERTAIN = new Set(['api_connection_error', 'api_error', 'rate_limit_error', 'idempotency_error']);

/**
 * Reads the processor's error, by its codes alone. A lost or stolen card gets the text of an ordinary decline, so that a
 * thief learns nothing. An error we do not know is never shown as a decline: it is `uncertain`.
 */
export function readCardFailure(error: ProcessorError): CardFailure {
  const { type = '', code = '', decline_code: declineCode = '' } = error;
  if (STALE_INTENT_CODES.has(code)) return { kind: 'stale' };
  const text = TEXTS[declineCode] ?? TEXTS[code];
  if (type === 'card_error') return { kind: 'declined', text: text ?? 'generic' };
  if (type === 'validation_error') return { kind: 'incomplete' };
  if (text !== undefined && !UNCERTAIN.has(type)) return { kind: 'declined', text };
  return { kind: 'uncertain' };
}

/** Has the processor check what was entered, which it wants before anything else. */
export async function submitForm(elements: StripeElements): Promise<'ready' | 'incomplete' | 'form_failed'> {
  const { error } = await elements.submit();
  if (!error) return 'ready';
  return error.type === 'validation_error' ? 'incomplete' : 'form_failed';
}

type CardPayment = {
  /** The publishable key that the elements were made for. */
  key: string;
  stripe: Stripe;
  elements: StripeElements;
  linkId: string;
  currency: string;
  payer: Payer;
  /** Called where the form is of another gateway account than the intent, and is to be loaded anew. */
  reload: () => void;
  /** Where a bank that takes over the whole window sends the donor back to. */
  returnUrl: string;
};

/**
 * Asks for the link's intent, now that the donor's amount is saved, and confirms it with what was entered. The bank's
 * approval appears over the page. Nothing is confirmed that is of another amount than the page showed, or of another
 * gateway account than the form was made for: then the intent is `stale`.
 */
export async function payByCard({ payer, ...payment }: CardPayment): Promise<PayOutcome> {
  const { key, stripe, elements, linkId, currency, reload, returnUrl } = payment;
  const asked = await requestIntent(linkId);
  if (!asked.ok) return { kind: 'not_started', failure: asked.failure };
  const { client_secret: clientSecret, publishable_key: intentKey } = asked.value;
  if (intentKey !== key) {
    reload();
    return { kind: 'stale' };
  }
  const billing = {
    ...(payer.name === '' ? {} : { name: payer.name }),
    ...(PLAIN_ADDRESS.test(payer.email) ? { email: payer.email } : {}),
  };
  try {
    const { paymentIntent: intent } = await stripe.retrievePaymentIntent(clientSecret);
    if (!intent) return { kind: 'not_started', failure: { kind: 'unavailable', seconds: 0 } };
    if (intent.status === 'processing') return { kind: 'not_started', failure: { kind: 'processing' } };
    if (intent.amount !== payer.amount * minorUnitsPerMajor(currency)) return { kind: 'stale' };
  } catch {
    return { kind: 'not_started', failure: { kind: 'unavailable', seconds: 0 } };
  }
  try {
    const result = await stripe.confirmPayment({
      elements,
      clientSecret,
      redirect: 'if_required',
      confirmParams: { return_url: returnUrl, payment_method_data: { billing_details: billing } },
    });
    if (result.error) return readCardFailure(result.error);
    // Cancelled during the bank's approval: another tab changed the amount, or the link ended.
    const { status } = result.paymentIntent;
    if (status === 'canceled') return { kind: 'stale' };
    if (status !== 'succeeded' && status !== 'processing') return { kind: 'uncertain' };
    return { kind: 'sent', processing: status === 'processing' };
  } catch {
    return { kind: 'uncertain' };
  }
}
