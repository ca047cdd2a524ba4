import { env } from '#lib/env.ts';

/**
 * For how many years books and their vouchers are kept by law, by country: Colombia, Ley 962 of 2005, art. 28; Mexico, Código Fiscal
 * de la Federación, art. 30; Brazil, Código Tributário Nacional, arts. 173 and 195.
 */
const YEARS: Readonly<Record<string, number>> = { co: 10, mx: 5, br: 5 };
/** Where we know no law: the longest of them. */
const OTHER_YEARS = 10;

/** Donors whose last donation to causes of a country (ISO 3166, lower case) was before this time are forgotten. */
export function keptSince(country: string, now: Date): Date {
  return yearsBefore(now, env().donorRetentionYears ?? YEARS[country] ?? OTHER_YEARS);
}

/** The latest of these times of all countries: donors who gave since are kept, wherever they gave. */
export function keptEverywhereSince(now: Date): Date {
  return yearsBefore(now, env().donorRetentionYears ?? Math.min(...Object.values(YEARS), OTHER_YEARS));
}

/** The same time of the same day; in a year without a 29 February, the day after. UTC. */
function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() - years);
  return then;
}
