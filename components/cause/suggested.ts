import { presetAmounts } from '#components/checkout/presets.ts';
import type { Currency } from '#lib/money.ts';

/** A usual donation in each currency, in whole major units. */
const USUAL: Record<Currency, number> = {
  ARS: 20_000,
  AUD: 50,
  BOB: 200,
  BRB: 100,
  BRL: 100,
  CAD: 50,
  CLP: 20_000,
  COP: 50_000,
  CRC: 20_000,
  DOP: 2_000,
  EUR: 50,
  GBP: 50,
  GTQ: 200,
  HNL: 1_000,
  MXN: 500,
  NIO: 1_000,
  PEN: 100,
  PYG: 200_000,
  USD: 50,
  UYU: 1_000,
};

/** The usual donation in a currency, in whole major units. */
export function usualAmount(currency: string): number {
  return USUAL[currency as Currency] ?? 50;
}

/** The amounts that the page of a cause offers, ascending, the usual one among them. */
export function suggestedAmounts(currency: string): number[] {
  return presetAmounts(usualAmount(currency), null);
}
