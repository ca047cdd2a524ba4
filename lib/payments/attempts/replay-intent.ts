import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { db } from '#lib/db.ts';
import type { CardRail } from '#lib/rails/port/rail.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import type { IntentForBrowser } from './create-intent.ts';
import { retrieveIntent } from './retrieve-intent.ts';

/**
 * The response of an earlier call: the stored response only has the intent's id, so the client secret is retrieved from the
 * gateway (ruling 22). @throws Problem 503 when the gateway fails.
 */
export async function replayIntent(linkId: string, intentId: string): Promise<IntentForBrowser> {
  const payment = await db().payment.findFirst({
    where: { linkId, gatewayReference: intentId, rail: 'card' },
  });
  const rail = payment && railByGateway(payment.gateway);
  if (rail?.kind !== 'card') throw linkNotFound();
  const cardRail = rail as CardRail;
  const { clientSecret, reference } = await retrieveIntent(cardRail, intentId);
  return { clientSecret, publishableKey: cardRail.publishableKey, intentId: reference };
}
