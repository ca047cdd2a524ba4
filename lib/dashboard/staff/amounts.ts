import { minorUnitsPerMajor } from '#lib/money.ts';
import type { AmountView } from './list-view.ts';

/** An amount in minor units (lib/money.ts) as pages write it. */
export function fromMinor(amountMinor: bigint, currency: string): AmountView {
  return { amountMajor: Number(amountMinor) / minorUnitsPerMajor(currency), currency };
}

/** Minor units in the form in which a person types them: `12.50`, or `12` without a fraction. */
export function writeMinor(amountMinor: bigint, currency: string): string {
  const units = BigInt(minorUnitsPerMajor(currency));
  const rest = amountMinor % units;
  return rest === 0n ? String(amountMinor / units) : `${amountMinor / units}.${String(rest).padStart(2, '0')}`;
}

/**
 * Parses the digits of an amount that a person typed in major units, as minor units, times a factor. A point or a comma before
 * one or two digits is a decimal separator; anything that could also separate thousands is refused rather than guessed.
 */
export function readMinor(typed: string, currency: string, factor = 1): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return undefined;
  const hundredths = BigInt(whole + fraction.padEnd(2, '0')) * BigInt(factor * minorUnitsPerMajor(currency));
  return hundredths % 100n === 0n ? hundredths / 100n : undefined;
}
