import { WebhookSignatureValidator } from 'mercadopago/dist/utils/webhook/index.js';
import { withAnySecret } from '../port/checks.ts';
import { InvalidEvent } from '../port/errors.ts';
import type { GatewayEventHint } from '../port/rail.ts';

/**
 * The maximum age of an event, in milliseconds. Mercado Pago repeats an unacknowledged one every fifteen minutes, and later
 * at longer intervals (gateways C3), so that one from a long outage is days old. It only causes a read, and is handled
 * once, so an old one is harmless.
 */
const OLDEST_MS = 7 * 24 * 60 * 60 * 1000;
/** How far in the future an event's time can be, in milliseconds, because clocks differ. */
const AHEAD_MS = 10 * 60 * 1000;
/** Higher values are milliseconds: the documentation mentions both units (gateways C3, trap 1). */
const LARGEST_SECONDS = 1e11;
/** Topics of events about a payment, by its id. */
const PAYMENT_TOPIC = 'payment';
/** Topics of events about a chargeback, whose id they contain instead of the payment's: as documented today, and before. */
const CHARGEBACK_TOPICS: readonly string[] = ['topic_chargebacks_wh', 'chargebacks'];
/** The topic of events about an order, by its id. */
const ORDER_TOPIC = 'order';
/** The topics that lead to a payment: the webhooks of an account are switched on for these (docs/environment.md). */
export const TOPICS: readonly string[] = [PAYMENT_TOPIC, ORDER_TOPIC, ...CHARGEBACK_TOPICS];
const CHARGEBACK_PREFIX = 'chargeback:';
/** The longest id of a payment, chargeback or request: several times what Mercado Pago sends. */
const LONGEST_ID = 128;
/** What is stored of a topic, which is not signed. */
const LONGEST_TOPIC = 64;
/** Topics of the older notifications, which carry no signature. */
const LEGACY_TOPICS = new Set(['payment', 'merchant_order', 'chargebacks']);

/**
 * Verifies a notification (gateways C3). The signature covers `data.id` in the URL, the request id and the time, but not
 * the body, so the body is not read at all.
 * @throws InvalidEvent
 */
export function readNotification(
  headers: Headers,
  url: URL,
  secrets: readonly string[],
  now: Date,
): GatewayEventHint | null {
  const id = url.searchParams.get('data.id');
  const type = url.searchParams.get('type') ?? '';
  const topic = url.searchParams.get('topic');
  // Acknowledged so that they stop, and not stored: anybody can send one, and the signed notification reports the same.
  if (id === null && topic !== null && LEGACY_TOPICS.has(topic)) return null;
  const signature = headers.get('x-signature');
  const requestId = headers.get('x-request-id');
  if (!signature || !id) throw new InvalidEvent('no signature to check');
  withAnySecret(secrets, (secret) =>
    WebhookSignatureValidator.validate({
      xSignature: signature,
      xRequestId: requestId,
      // The validator keeps the case, but Mercado Pago signs alphanumeric ids in lower case (trap 2).
      dataId: id.toLowerCase(),
      secret,
    }),
  );
  const time = signedTime(signature);
  const age = now.getTime() - time;
  if (!(age <= OLDEST_MS && age >= -AHEAD_MS)) throw new InvalidEvent('the time of the event is not near ours');
  if (id.length > LONGEST_ID || (requestId?.length ?? 0) > LONGEST_ID)
    throw new InvalidEvent('an id is longer than any of theirs');
  return {
    // Only of the signed parts, in the letter case that was signed: a replayed event cannot change them.
    eventId: `${id.toLowerCase()}:${requestId ?? ''}:${time}`,
    type: type.slice(0, LONGEST_TOPIC),
    reference: referenceOf(type, id),
  };
}

/** Distinguishes a chargeback from a payment, because their numbers can collide. */
function referenceOf(type: string, id: string): string | null {
  if (type === PAYMENT_TOPIC) return id;
  // The case is not signed; that of order ids is known.
  if (type === ORDER_TOPIC) return id.toUpperCase();
  return CHARGEBACK_TOPICS.includes(type) ? CHARGEBACK_PREFIX + id : null;
}

/** The id of the chargeback in an event's reference; undefined if it is a payment's. */
export function chargebackIn(reference: string): string | undefined {
  return reference.startsWith(CHARGEBACK_PREFIX) ? reference.slice(CHARGEBACK_PREFIX.length) : undefined;
}

/**
 * The signed time in milliseconds, from either unit. Parsed as the validator does (the last of several, in any case),
 * because the checked time must be the signed one.
 */
function signedTime(signature: string): number {
  const ts = Number(signature.match(/(?<=(?:^|,)\s*ts\s*=\s*)\d+/gi)?.at(-1));
  return ts > LARGEST_SECONDS ? ts : ts * 1000;
}
