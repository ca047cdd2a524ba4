import type Stripe from 'stripe';

/** The `error` object of an answer (Stripe API reference, Errors). */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
};

/** An error in Stripe's wire format. `executed`: the endpoint had begun its work, so the response is stored for replays. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly executed: boolean;

  constructor(status: number, body: ErrorBody, executed = false) {
    super(body.message);
    this.name = 'StripeApiError';
    this.status = status;
    this.body = { ...body, ...(body.code === undefined ? {} : { doc_url: docUrl(body.code) }) };
    this.executed = executed;
  }
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** 400 `invalid_request_error`. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...details });
}

/** 404 (the object of the path) or 400 (an object named by a parameter) `resource_missing`. */
export function missing(noun: string, id: string, param: string, status: 400 | 404): StripeApiError {
  const message = `No such ${noun}: '${id}'`;
  return new StripeApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  });
}

/** 400 `payment_intent_unexpected_state`, carrying the intent as it is. */
export function unexpectedState(message: string, intent: Stripe.PaymentIntent): StripeApiError {
  const code = 'payment_intent_unexpected_state';
  return new StripeApiError(400, { type: 'invalid_request_error', code, message, payment_intent: intent }, true);
}

/** 401 for a missing or unusable key. */
export function unauthorized(message: string, code?: string): StripeApiError {
  const body: ErrorBody = { type: 'invalid_request_error', message };
  return new StripeApiError(401, code === undefined ? body : { ...body, code });
}

/**
 * Stripe's error body for a status that a failure switch forces.
 * @param code replaces the default; with `api_key_expired` a 401 is that of a rolled key.
 */
export function switchedError(status: number, code?: string): ErrorBody {
  const usual = usualError(status, code);
  return code === undefined ? usual : { ...usual, code, doc_url: docUrl(code) };
}

function usualError(status: number, code: string | undefined): ErrorBody {
  if (status === 401) {
    const kind = code === 'api_key_expired' ? 'Expired' : 'Invalid';
    return { type: 'invalid_request_error', message: `${kind} API Key provided: sk_test_****` };
  }
  if (status === 403) {
    const message = 'The provided key does not have the required permissions for this endpoint.';
    return { type: 'invalid_request_error', message };
  }
  if (status === 429) {
    const message = 'Request rate limit exceeded. Learn more about rate limits in the documentation.';
    return { type: 'invalid_request_error', code: 'rate_limit', message };
  }
  if (status >= 500) {
    return {
      type: 'api_error',
      message: 'An unknown error occurred (played by a failure switch of the emulator).',
    };
  }
  return { type: 'invalid_request_error', message: 'Refused by a failure switch of the emulator.' };
}
