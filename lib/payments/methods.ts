import { cardRailFor } from '#lib/rails/registry.ts';
import type { PaymentMethod } from './checkout-view.ts';

/** The local method of a country and the one currency it collects (spec 1.3; decisions.md 28). */
const LOCAL: Readonly<Record<string, { methods: PaymentMethod[]; currency: string }>> = {
  co: { methods: ['bank_transfer', 'card'], currency: 'COP' },
  mx: { methods: ['wallet'], currency: 'MXN' },
};

/**
 * The methods the specification gives a cause's country, of these the ones that collect its currency, and card where
 * none is left (decisions.md 28).
 */
export function methodsOf(country: string, currency: string): PaymentMethod[] {
  const local = LOCAL[country];
  if (!local) return ['card'];
  const usable = local.methods.filter((method) => method === 'card' || currency === local.currency);
  return usable.length > 0 ? usable : ['card'];
}

/** Of a cause's methods, those that a configured gateway serves. */
export function offeredMethods(country: string, currency: string): PaymentMethod[] {
  return methodsOf(country, currency).filter((method) => {
    if (method !== 'card') return false;
    return (cardRailFor(country)?.bounds(currency) ?? null) !== null;
  });
}
