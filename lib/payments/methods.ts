import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { RedirectRail } from '#lib/rails/port.ts';
import { cardRailFor, redirectRailsFor } from '#lib/rails/registry.ts';

/** The local method of a country and the one currency it collects (spec 1.3; decisions.md 28). */
const LOCAL: ReadonlyMap<string, { methods: PaymentMethod[]; currency: string }> = new Map([
  ['co', { methods: ['bank_transfer', 'card'], currency: 'COP' }],
  ['mx', { methods: ['wallet'], currency: 'MXN' }],
]);

/**
 * The methods the specification gives a cause's country, of these the ones that collect its currency, and card where
 * none is left (decisions.md 28).
 */
export function methodsOf(country: string, currency: string): PaymentMethod[] {
  const local = LOCAL.get(country);
  if (!local) return ['card'];
  const usable = local.methods.filter((method) => method === 'card' || currency === local.currency);
  return usable.length > 0 ? usable : ['card'];
}

/**
 * The bank transfers and wallets that a link of a country (lower case) can be paid by now: configured, collecting its
 * currency, and with time left to finish (decisions.md 28, 43).
 */
export function redirectRailsOf(
  country: string,
  link: { currency: string; expiresAt: Date },
  now: Date,
): RedirectRail[] {
  const methods = methodsOf(country, link.currency);
  const remainingMs = link.expiresAt.getTime() - now.getTime();
  return redirectRailsFor(country).filter(
    (rail) =>
      methods.includes(rail.kind) && rail.currency === link.currency && remainingMs >= rail.leastRemainingMs,
  );
}

/** Of a cause's methods, those that a configured gateway serves for this link now; card where none is left (decisions.md 28). */
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
