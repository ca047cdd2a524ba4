import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { type GatewayEventHint, InvalidEvent } from '#lib/rails/port.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import { reviewPayment } from './review.ts';

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
  let hint: GatewayEventHint;
  try {
    hint = await rail.readEvent(request.headers, new URL(request.url), await request.text());
  } catch (error) {
    if (!(error instanceof InvalidEvent)) throw error;
    log().warn({ gateway, reason: error.message }, 'refused a gateway event');
    return 'invalid';
  }
  const id = await storeEvent(gateway, hint, now);
  await handleEvent(id, now);
  return 'taken';
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
    const payment = reference
      ? await db().payment.findUnique({
          where: { gateway_gatewayReference: { gateway, gatewayReference: reference } },
        })
      : null;
    if (payment) await reviewPayment(payment.id, now);
  } catch (error) {
    const lastError = error instanceof Error ? error.name : 'unknown';
    await db().gatewayEvent.update({ where: { id }, data: { lastError } });
    throw error;
  }
  await db().gatewayEvent.update({ where: { id }, data: { handledAt: now, lastError: null } });
}
