import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { RedirectRail } from '#lib/rails/port/rail.ts';
import { cardRailFor, redirectRailsFor } from '#lib/rails/registry.ts';

/** The local method of a country and the one currency it collects (specification 1.3; ruling 28). */
const LOCAL: ReadonlyMap<string, { methods: PaymentMethod[]; currency: string }> = new Map([
  ['co', { methods: ['bank_transfer', 'card'], currency: 'COP' }],
  ['mx', { methods: ['wallet'], currency: 'MXN' }],
]);

/** The methods of a cause's country that collect its currency, and card if there are none (ruling 28). */
export function methodsOf(country: string, currency: string): PaymentMethod[] {
  const local = LOCAL.get(country);
  if (!local) return ['card'];
  const usable = local.methods.filter((method) => method === 'card' || currency === local.currency);
  return usable.length > 0 ? usable : ['card'];
}

/**
 * The bank transfers and wallets available to a link of a country (lower case) now: configured, for its currency, and with
 * time left to finish (rulings 28, 43).
 */
export function redirectRailsOf(
  country: string,
  link: { currency: string; expiresAt: Date },
  now: Date,
): RedirectRail[] {
  const methods = methodsOf(country, link.currency);
  const remainingMs = link.expiresAt.getTime() - now.getTime();
  return redirectRailsFor(country).filter(
    (rail) => methods.includes(rail.kind) && rail.currency === link.currency && remainingMs >= rail.leastRemainingMs,
  );
}

/** The methods of a cause whose gateway is configured for this link now; card if there are none (ruling 28). */
export function offeredMethods(
  country: string,
  link: { currency: string; expiresAt: Date },
  now: Date,
): PaymentMethod[] {
  const redirects = redirectRailsOf(country, link, now).map(({ kind }): PaymentMethod => kind);
  const cards = (cardRailFor(country)?.bounds(link.currency) ?? null) !== null;
  const served = methodsOf(country, link.currency).filter((method) =>
    method === 'card' ? cards : redirects.includes(method),
  );
  return served.length === 0 && cards ? ['card'] : served;
}
