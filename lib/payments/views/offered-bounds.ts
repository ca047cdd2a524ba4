import { methodsOf } from '#lib/payments/attempts/methods.ts';
import type { AmountBounds } from '#lib/rails/port/rail.ts';
import { cardRailFor, redirectRailsFor } from '#lib/rails/registry.ts';

/**
 * The least and the greatest amount, in whole major units, that a method of a cause takes; null where none collects its
 * currency. `country` is lower case.
 */
export async function offeredBounds({
  country,
  currency,
}: {
  country: string;
  currency: string;
}): Promise<AmountBounds | null> {
  const methods = methodsOf(country, currency);
  const redirects = redirectRailsFor(country).filter(
    (rail) => methods.includes(rail.kind) && rail.currency === currency,
  );
  // As on a link's page, cards are offered where no other method is left (ruling 28).
  const hasCards = methods.includes('card') || redirects.length === 0;
  const card = hasCards ? (cardRailFor(country)?.offer(currency) ?? null) : null;
  const offered = [...(card ? [card] : []), ...(await Promise.all(redirects.map((rail) => rail.offer())))];
  if (offered.length === 0) return null;
  return {
    min: Math.min(...offered.map(({ min }) => min)),
    max: Math.max(...offered.map(({ max }) => max)),
  };
}
