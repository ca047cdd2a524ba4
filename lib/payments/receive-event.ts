import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { type GatewayEventHint, InvalidEvent, isInvalidEvent } from '#lib/rails/port.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import { railOf, reviewPayment } from './review.ts';

/** Gateways' events are some kilobytes; what is beyond this is never held in memory. */
const MAX_EVENT_BYTES = 1024 * 1024;

/** What to tell a gateway: taken, not signed by it, or no such account here. */
export type Reception = 'taken' | 'invalid' | 'unknown_gateway';

/**
 * Takes an event at a gateway's door: verify, store once, handle. An event is a hint (decisions.md 52): handling reads the
 * payment back. One that cannot be handled now stays stored for the sweep, and the failure is thrown so that the gateway
 * delivers it again.
 * @throws GatewayError, or a database failure.
 */
export async function receiveEvent(gateway: string, request: Request, now: Date): Promise<Reception> {
  const rail = railByGateway(gateway);
  if (!rail) return 'unknown_gateway';
  let hint: GatewayEventHint | null;
  try {
    hint = await rail.readEvent(request.headers, new URL(request.url), await readText(request), now);
  } catch (error) {
    if (!isInvalidEvent(error)) throw error;
    log().warn({ gateway, reason: error.message }, 'refused a gateway event');
    return 'invalid';
  }
  if (!hint) return 'taken';
  const id = await storeEvent(gateway, hint, now);
  await handleEvent(id, now);
  return 'taken';
}

/** The body as it was sent: the signature is of these very bytes. @throws InvalidEvent when there are too many, or too few. */
async function readText(request: Request): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.length;
      if (size > MAX_EVENT_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw new InvalidEvent('cut off before its end');
  }
  if (size > MAX_EVENT_BYTES) throw new InvalidEvent('larger than any event');
  return Buffer.concat(chunks).toString('utf8');
}

/** Stores an event once by (gateway, event id); a redelivery finds the first one. */
async function storeEvent(gateway: string, hint: GatewayEventHint, now: Date): Promise<string> {
  const { eventId, type, reference } = hint;
  await db().gatewayEvent.createMany({
    data: [{ id: newId('gatewayEvent'), gateway, eventId, type, reference, receivedAt: now }],
    skipDuplicates: true,
  });
  const { id } = await db().gatewayEvent.findUniqueOrThrow({
    where: { gateway_eventId: { gateway, eventId } },
    select: { id: true },
  });
  return id;
}

/**
 * Handles a stored event, once: a handled one changes nothing.
 * @throws GatewayError, after noting it on the event.
 */
export async function handleEvent(id: string, now: Date): Promise<void> {
  const event = await db().gatewayEvent.findUnique({ where: { id } });
  if (!event || event.handledAt) return;
  const { gateway, reference } = event;
  try {
    const found = reference ? await findReferenced(gateway, reference) : undefined;
    if (found) await reviewPayment(found.paymentId, now, found.seen);
  } catch (error) {
    const lastError = error instanceof Error ? error.name : 'unknown';
    await db().gatewayEvent.update({ where: { id }, data: { lastError } });
    throw error;
  }
  await db().gatewayEvent.update({ where: { id }, data: { handledAt: readClock(), lastError: null } });
}

/**
 * Handles a stored event once more, one too that was handled before: the payment is read back again. Should it fail, the
 * event waits like any other that could not be handled. Returns false where there is no such event.
 * @throws GatewayError
 */
export async function handleEventAgain(id: string, now: Date): Promise<boolean> {
  const { count } = await db().gatewayEvent.updateMany({
    where: { id },
    data: { handledAt: null, lastError: null },
  });
  if (count === 0) return false;
  await handleEvent(id, now);
  return true;
}

/**
 * The payment of ours that an event is about, and the gateway's payment that it told of: by what we started or by the money
 * that we know; else as the gateway says, where the money is new on a wallet's preference or the event names a chargeback.
 * @throws GatewayError
 */
export async function findReferenced(
  gateway: string,
  reference: string,
): Promise<{ paymentId: string; seen: string } | undefined> {
  const known = await findKnown(gateway, reference);
  if (known) return { paymentId: known, seen: reference };
  const money = await railOf({ gateway }).moneyOf(reference);
  if (!money) return undefined;
  const seen = money.gatewayPaymentId;
  const paymentId = (await findKnown(gateway, seen)) ?? (await latestStarted(gateway, money.linkId));
  return paymentId === undefined ? undefined : { paymentId, seen };
}

async function findKnown(gateway: string, reference: string): Promise<string | undefined> {
  const known = await db().payment.findFirst({
    where: { gateway, OR: [{ gatewayReference: reference }, { gatewayPaymentId: reference }] },
    select: { id: true },
  });
  return known?.id;
}

async function latestStarted(gateway: string, linkId: string): Promise<string | undefined> {
  const latest = await db().payment.findFirst({
    where: { gateway, linkId, gatewayReference: { not: null } },
    orderBy: { attempt: 'desc' },
    select: { id: true },
  });
  return latest?.id;
}
