import { presetAmounts } from '#components/checkout/presets.ts';
import { factsOf } from '#lib/currencies.ts';

/** The usual donation in a currency, in whole major units. */
export function usualAmount(currency: string): number {
  return factsOf(currency)?.usualDonation ?? 50;
}

/** The amounts that the page of a cause offers, ascending, the usual one among them. */
export function suggestedAmounts(currency: string): number[] {
  return presetAmounts(usualAmount(currency), null);
}
