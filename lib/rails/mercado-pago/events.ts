import { WebhookSignatureValidator } from 'mercadopago/dist/utils/webhook/index.js';
import { type GatewayEventHint, InvalidEvent } from '../port.ts';

/**
 * How old an event may be, in milliseconds. Mercado Pago repeats one that was not answered every fifteen minutes, and later
 * at longer intervals (rails.md C3), so that one from a long outage is days old. It is a hint that leads to a read, and is
 * handled once: an old one does no harm.
 */
const OLDEST_MS = 7 * 24 * 60 * 60 * 1000;
/** How far an event's time may lie ahead of ours, in milliseconds: clocks differ. */
const AHEAD_MS = 10 * 60 * 1000;
/** Times above this are milliseconds: the documentation says both (rails.md C3, trap 1). */
const LARGEST_SECONDS = 1e11;
/** Types of events about a chargeback, whose id they carry instead of the payment's. */
const CHARGEBACK_TYPES: ReadonlySet<string> = new Set(['chargebacks', 'topic_chargebacks_wh']);
const CHARGEBACK_PREFIX = 'chargeback:';
/** Topics of the older notifications, which carry no signature. */
const LEGACY_TOPICS = new Set(['payment', 'merchant_order', 'chargebacks']);

/**
 * Verifies a notification (rails.md C3). The signature covers `data.id` of the address, the request id and the time, and
 * not the body, so the body is not read at all.
 * @throws InvalidEvent
 */
export function readNotification(
  headers: Headers,
  url: URL,
  secret: string | undefined,
  now: Date,
): GatewayEventHint | null {
  const id = url.searchParams.get('data.id');
  const type = url.searchParams.get('type') ?? '';
  const topic = url.searchParams.get('topic');
  // Answered so that they stop, and not stored: anybody can write one, and the signed notification tells the same.
  if (id === null && topic !== null && LEGACY_TOPICS.has(topic)) return null;
  const signature = headers.get('x-signature');
  const requestId = headers.get('x-request-id');
  if (!secret || !signature || !id) throw new InvalidEvent('no signature to check');
  try {
    WebhookSignatureValidator.validate({
      xSignature: signature,
      xRequestId: requestId,
      // The validator leaves the case alone, Mercado Pago signs alphanumeric ids in lower case (trap 2).
      dataId: id.toLowerCase(),
      secret,
    });
  } catch (cause) {
    throw new InvalidEvent('the signature does not hold', { cause });
  }
  const time = signedTime(signature);
  const age = now.getTime() - time;
  if (!(age <= OLDEST_MS && age >= -AHEAD_MS))
    throw new InvalidEvent('the time of the event is not near ours');
  return {
    eventId: `${type}:${id}:${requestId ?? ''}:${time}`,
    type,
    reference: referenceOf(type, id),
  };
}

/** A chargeback is told apart from a payment: their numbers are not of one kind. */
function referenceOf(type: string, id: string): string | null {
  if (type === 'payment') return id;
  return CHARGEBACK_TYPES.has(type) ? CHARGEBACK_PREFIX + id : null;
}

/** The id of the chargeback that an event's reference names; undefined where it names none. */
export function chargebackIn(reference: string): string | undefined {
  return reference.startsWith(CHARGEBACK_PREFIX) ? reference.slice(CHARGEBACK_PREFIX.length) : undefined;
}

/**
 * The signed time in milliseconds, whichever unit it was written in. Read as the validator reads it, of several the last
 * and in any case of letters: the time that is checked must be the one that was signed.
 */
function signedTime(signature: string): number {
  const ts = Number(signature.match(/(?<=(?:^|,)\s*ts\s*=\s*)\d+/gi)?.at(-1));
  return ts > LARGEST_SECONDS ? ts : ts * 1000;
}
