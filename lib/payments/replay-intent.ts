import { linkNotFound } from '#lib/checkout-links/find.ts';
import { db } from '#lib/db.ts';
import type { CardRail } from '#lib/rails/port.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import type { IntentForBrowser } from './create-intent.ts';
import { needingGateway } from './gateway-trouble.ts';

/**
 * The answer an earlier call got, made again: the record keeps the intent's id alone, its client secret is read from the
 * gateway (decisions.md 22). @throws Problem 503 when the gateway fails.
 */
export async function replayIntent(linkId: string, intentId: string): Promise<IntentForBrowser> {
  const payment = await db().payment.findFirst({
    where: { linkId, gatewayReference: intentId, rail: 'card' },
  });
  const rail = payment && railByGateway(payment.gateway);
  if (rail?.kind !== 'card') throw linkNotFound();
  const cardRail = rail as CardRail;
  const { clientSecret, reference } = await needingGateway(() => cardRail.retrieve(intentId));
  return { clientSecret, publishableKey: cardRail.publishableKey, intentId: reference };
}
