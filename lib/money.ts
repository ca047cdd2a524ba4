/** Largest amount of a checkout link, in major units (specification 4.1). Times 100 it stays below 2^53. */
export const MAX_AMOUNT_MAJOR = 1_000_000_000_000;
/** Largest goal of a cause, in the smallest customary unit (specification 4.4). */
export const MAX_GOAL = 999_999_999_999_999;

/** Currencies whose smallest customary unit is the major unit itself (ruling 48). */
const NO_CUSTOMARY_CENTS: ReadonlySet<string> = new Set(['COP', 'CLP', 'PYG']);

/** Currencies that are charged in whole units alone (ISO 4217; docs.stripe.com/currencies). COP has two decimals there. */
const NO_MINOR_UNIT: ReadonlySet<string> = new Set(['CLP', 'PYG']);

/** How many of the smallest customary unit make one major unit: 1 for COP, CLP and PYG, else 100. */
export function customaryUnitsPerMajor(currency: string): number {
  return NO_CUSTOMARY_CENTS.has(currency) ? 1 : 100;
}

/** An amount as a person types one, as an example: without cents where there are none by custom. */
export function exampleAmountText(currency: string): string {
  return NO_CUSTOMARY_CENTS.has(currency) ? '12500' : '12.50';
}

/**
 * How many minor units make one major unit, in the ledger and at every gateway that we use: 1 for CLP and PYG, else 100,
 * COP included.
 */
export function minorUnitsPerMajor(currency: string): number {
  return NO_MINOR_UNIT.has(currency) ? 1 : 100;
}

/** An amount in major units, with a fraction of at most the currency's decimals, in minor units. */
export function toMinor(amountMajor: number, currency: string): bigint {
  return BigInt(Math.round(amountMajor * minorUnitsPerMajor(currency)));
}

/** A goal, stored in the smallest customary unit, in major units (ruling 48). */
export function goalMajor(goalAmount: number, currency: string): number {
  return goalAmount / customaryUnitsPerMajor(currency);
}

/** The lesser of two amounts in minor units of one currency. */
export function leastOf(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
