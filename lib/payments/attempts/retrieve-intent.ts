import { mapGatewayErrors } from '#lib/payments/gateway-errors.ts';
import { singleFlight } from '#lib/payments/sync/single-flight.ts';
import type { CardIntent, CardRail } from '#lib/rails/port/rail.ts';

/**
 * A started payment intent, as its gateway has it. Callers of the same one share a read, and each gets a copy.
 * @param reference the gateway's id of it
 * @throws Problem 503 when the gateway fails
 */
export async function retrieveIntent(rail: CardRail, reference: string): Promise<CardIntent> {
  const key = `intent:${rail.gateway}:${reference}`;
  return { ...(await mapGatewayErrors(() => singleFlight(key, () => rail.retrieveIntent(reference)))) };
}
