import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { type StoredEvent, storeEvent } from '#lib/hot-queries/store-event.ts';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { type PaymentKey, railOf, syncFoundPayment, waitForRunningSync } from '#lib/payments/sync/sync-payment.ts';
import { InvalidEvent, isInvalidEvent } from '#lib/rails/port/errors.ts';
import type { FoundPayment } from '#lib/rails/port/payment.ts';
import type { GatewayEventHint, Rail } from '#lib/rails/port/rail.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { GatewayEvent } from '#prisma/generated/client.ts';
import { adoptPayment } from './adopt-payment.ts';

/** Events are a few kilobytes; of a larger body no more is kept. */
const MAX_EVENT_BYTES = 256 * 1024;
/** The longest id or type of an event: twice what gateways send. */
const LONGEST_TEXT = 512;

/** Accepted, not signed by the gateway or not readable, or an account that is not configured here. */
type Reception = 'taken' | 'invalid' | 'unknown_gateway';

/**
 * Receives a gateway's event: verify, store once, handle. An event is a hint (ruling 52): handling it syncs the payment. An
 * event that cannot be handled now stays stored for the sweep, and the error is thrown so that the gateway delivers it
 * again.
 * @throws GatewayError, or a database failure.
 */
export async function receiveEvent(gateway: string, request: Request, now: Date): Promise<Reception> {
  const rail = railByGateway(gateway);
  if (!rail) return 'unknown_gateway';
  let hint: GatewayEventHint | null;
  try {
    hint = await rail.readEvent(request.headers, new URL(request.url), () => readText(request), now);
    if (hint) requireStorable(hint);
  } catch (error) {
    if (!isInvalidEvent(error)) throw error;
    log().warn({ gateway, reason: error.message }, 'refused a gateway event');
    return 'invalid';
  }
  if (hint) await receiveHint(gateway, hint, now);
  return 'taken';
}

/** @throws InvalidEvent for what would be an error of our database at every delivery */
function requireStorable({ eventId, type, reference }: GatewayEventHint): void {
  for (const text of [eventId, type, reference ?? ''])
    if (text.length > LONGEST_TEXT || !isStorableText(text)) throw new InvalidEvent('not an id or a type');
}

/** Stores an event once by (gateway, event id) and handles it; a redelivery handles the first one, unless that is done. */
async function receiveHint(gateway: string, hint: GatewayEventHint, now: Date): Promise<void> {
  const { eventId, type, reference, reports } = hint;
  const event = { id: newId('gatewayEvent'), gateway, eventId, type, reference, receivedAt: now };
  const stored = await storeEvent({ ...event, reportsSuccess: reports === 'success' });
  if (stored.isHandled) return;
  if (stored.isNew)
    return (await isRecordedMeanwhile(hint, stored)) ? markHandled(event.id) : handle(event, now, stored);
  const first = await db().gatewayEvent.findUniqueOrThrow({
    where: { gateway_eventId: { gateway, eventId } },
  });
  if (!first.handledAt) await handle(first, now, stored);
}

/** Whether a confirmation that this process was doing has recorded the success that an event reports. */
async function isRecordedMeanwhile({ reports }: GatewayEventHint, { payment }: StoredEvent): Promise<boolean> {
  if (reports !== 'success' || !payment || !(await waitForRunningSync(payment.linkId))) return false;
  return (await db().payment.count({ where: { id: payment.id, state: 'approved' } })) > 0;
}

async function markHandled(id: string): Promise<void> {
  const data = { handledAt: readClock(), lastError: null };
  // `updateMany`, because it does not return the row.
  await db().gatewayEvent.updateMany({ where: { id }, data });
}

/** The body as sent, because the signature covers these bytes. @throws InvalidEvent when it is too large or truncated. */
async function readText(request: Request): Promise<string> {
  // Asked for, a body has to be read to its end, or the connection is of no more use.
  if (Number(request.headers.get('content-length')) > MAX_EVENT_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size <= MAX_EVENT_BYTES) chunks.push(chunk);
    }
  } catch {
    throw new InvalidEvent('cut off before its end');
  }
  if (size > MAX_EVENT_BYTES) throw tooLarge();
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(): InvalidEvent {
  return new InvalidEvent('larger than any event');
}

/**
 * Handles a stored event, unless it was handled before.
 * @throws GatewayError, after storing its name on the event
 */
export async function handleEvent(id: string, now: Date): Promise<void> {
  const event = await db().gatewayEvent.findUnique({ where: { id } });
  if (event && !event.handledAt) await handle(event, now);
}

/** @param stored the payment that the event is about and its siblings, if the caller has found them already */
async function handle(
  { id, gateway, reference }: Pick<GatewayEvent, 'id' | 'gateway' | 'reference'>,
  now: Date,
  { payment, siblings }: Partial<Pick<StoredEvent, 'payment' | 'siblings'>> = {},
): Promise<void> {
  try {
    if (payment && reference) await syncFoundPayment(payment, now, reference, siblings);
    else if (reference) {
      const found = await findReferenced(gateway, reference);
      if (found) await syncFoundPayment(found.payment, now, found.seen);
    }
  } catch (error) {
    const lastError = error instanceof Error ? error.name : 'unknown';
    await db().gatewayEvent.updateMany({ where: { id }, data: { lastError } });
    throw error;
  }
  await markHandled(id);
}

/**
 * Handles a stored event again, even if it was handled before: syncs the payment. If this fails, the event waits like any
 * other. Returns false if there is no such event.
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
 * Our payment of an event, and the gateway's payment that it names. Found by what we started or by known payments of the
 * gateway; otherwise the gateway is asked, as for a new payment on a wallet's preference, a chargeback, or a payment whose
 * row was lost.
 * @throws GatewayError
 */
export async function findReferenced(
  gateway: string,
  reference: string,
): Promise<{ payment: PaymentKey; seen: string } | undefined> {
  const known = await findStoredPayment(gateway, reference);
  if (known) return { payment: known, seen: reference };
  const rail = railOf({ gateway });
  const found = await rail.findPayment(reference);
  if (!found) return undefined;
  const seen = found.gatewayPaymentId;
  const payment = (await findStoredPayment(gateway, seen)) ?? (await attemptOf(rail, found));
  return payment && { payment, seen };
}

/** The attempt that a payment belongs to: the one that it names, else the link's latest, of a payment that names none. */
async function attemptOf(rail: Rail, found: FoundPayment): Promise<PaymentKey | undefined> {
  const { linkId, paymentId, reference } = found;
  if (paymentId === null && reference === null) return latestStarted(rail.gateway, linkId);
  const named = await db().payment.findFirst({ where: { id: paymentId ?? '', linkId }, select: KEY });
  return named ?? (await adoptPayment(rail, found));
}

const KEY = { id: true, linkId: true, gateway: true } as const;

async function findStoredPayment(gateway: string, reference: string): Promise<PaymentKey | undefined> {
  const where = { gateway, OR: [{ gatewayReference: reference }, { gatewayPaymentId: reference }] };
  return (await db().payment.findFirst({ where, select: KEY })) ?? undefined;
}

async function latestStarted(gateway: string, linkId: string): Promise<PaymentKey | undefined> {
  const where = { gateway, linkId, gatewayReference: { not: null } };
  return (await db().payment.findFirst({ where, orderBy: { attempt: 'desc' }, select: KEY })) ?? undefined;
}
