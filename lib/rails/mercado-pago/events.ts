import { WebhookSignatureValidator } from 'mercadopago/dist/utils/webhook/index.js';
import { type GatewayEventHint, InvalidEvent } from '../port.ts';

/** How far an event's time may lie from ours, in milliseconds. Replaying one only makes us read the payment again. */
const TOLERANCE_MS = 10 * 60 * 1000;
/** Times above this are milliseconds: the documentation says both (rails.md C3, trap 1). */
const LARGEST_SECONDS = 1e11;
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
  if (!(Math.abs(now.getTime() - time) <= TOLERANCE_MS)) throw new InvalidEvent('the event is too old');
  return {
    eventId: `${type}:${id}:${requestId ?? ''}:${time}`,
    type,
    reference: type === 'payment' ? id : null,
  };
}

/**
 * The signed time in milliseconds, whichever unit it was written in. Read as the validator reads it, of several the last
 * and in any case of letters: the time that is checked must be the one that was signed.
 */
function signedTime(signature: string): number {
  const ts = Number(signature.match(/(?<=(?:^|,)\s*ts\s*=\s*)\d+/gi)?.at(-1));
  return ts > LARGEST_SECONDS ? ts : ts * 1000;
}
