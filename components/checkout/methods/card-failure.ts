import type { Messages } from '#lib/i18n/messages/shape.ts';

type DeclineText = Exclude<keyof Messages['declines'], 'title' | 'noMoney'>;

/**
 * What a failed confirmation means for the donor: `declined` took no money and may be tried again; after `stale` the
 * intent is of no more use; after `uncertain` only the server can tell whether money moved.
 */
export type CardFailure =
  | { kind: 'declined'; text: DeclineText }
  | { kind: 'incomplete' }
  | { kind: 'stale' }
  | { kind: 'uncertain' };

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

const STALE = new Set(['payment_intent_unexpected_state', 'resource_missing']);
const UNCERTAIN = new Set(['api_connection_error', 'api_error', 'rate_limit_error', 'idempotency_error']);

/**
 * Reads the processor's error, by its codes alone. A lost or stolen card gets the ordinary words of a decline: whoever
 * holds it is not told. What we do not know is never said to be a decline: the server is asked.
 */
export function readCardFailure(error: ProcessorError): CardFailure {
  const { type = '', code = '', decline_code: declineCode = '' } = error;
  if (STALE.has(code)) return { kind: 'stale' };
  const text = TEXTS[declineCode] ?? TEXTS[code];
  if (type === 'card_error') return { kind: 'declined', text: text ?? 'generic' };
  if (type === 'validation_error') return { kind: 'incomplete' };
  if (text !== undefined && !UNCERTAIN.has(type)) return { kind: 'declined', text };
  return { kind: 'uncertain' };
}
