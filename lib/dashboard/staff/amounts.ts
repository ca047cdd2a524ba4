import { minorUnitsPerMajor } from '#lib/money.ts';
import type { AmountView } from './list-view.ts';

/** An amount in minor units (lib/money.ts) as pages write it. `country` is lower case, or empty if unknown. */
export function fromMinor(amountMinor: bigint, currency: string, country: string): AmountView {
  return { amountMajor: Number(amountMinor) / minorUnitsPerMajor(currency), currency, country };
}

/** Minor units in the form in which a person types them: `12.50`, or `12` without a fraction. */
export function writeMinor(amountMinor: bigint, currency: string): string {
  const units = BigInt(minorUnitsPerMajor(currency));
  const rest = amountMinor % units;
  return rest === 0n
    ? String(amountMinor / units)
    : `${amountMinor / units}.${String(rest).padStart(2, '0')}`;
}

/**
 * Parses an amount that a person typed in major units, as minor units. A point or a comma before one or two digits is a
 * decimal separator; anything that could also separate thousands is refused rather than guessed.
 */
export function readMinor(typed: string, currency: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return undefined;
  const units = minorUnitsPerMajor(currency);
  if (units === 1) return fraction === '' || Number(fraction) === 0 ? BigInt(whole) : undefined;
  return BigInt(whole) * BigInt(units) + BigInt(fraction.padEnd(2, '0'));
}
