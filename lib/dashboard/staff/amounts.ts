import { minorUnitsPerMajor } from '#lib/money.ts';
import type { AmountView } from '../staff-view.ts';

/** An amount in minor units (lib/money.ts) as pages write it. `country` is lower case, or empty where none is meant. */
export function fromMinor(amountMinor: bigint, currency: string, country: string): AmountView {
  return { amountMajor: Number(amountMinor) / minorUnitsPerMajor(currency), currency, country };
}

/** Minor units as a person types them again: `12.50`, or `12` where nothing stands behind the point. */
export function writeMinor(amountMinor: bigint, currency: string): string {
  const units = BigInt(minorUnitsPerMajor(currency));
  const rest = amountMinor % units;
  return rest === 0n
    ? String(amountMinor / units)
    : `${amountMinor / units}.${String(rest).padStart(2, '0')}`;
}

/**
 * Reads an amount that a person typed in major units, as minor units. A point or a comma before one or two digits is a
 * decimal separator; anything that could also stand between thousands is refused rather than guessed.
 */
export function readMinor(typed: string, currency: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return undefined;
  const units = minorUnitsPerMajor(currency);
  if (units === 1) return fraction === '' || Number(fraction) === 0 ? BigInt(whole) : undefined;
  return BigInt(whole) * BigInt(units) + BigInt(fraction.padEnd(2, '0'));
}
