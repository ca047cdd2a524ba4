/** What a currency of specification 4.1 is here. Amounts are in whole major units. */
type CurrencyRow = {
  /** A usual donation, about 50 US dollars or what is customary. */
  usualDonation: number;
  /** What a creator may withdraw within a day (UTC): about 1 000 US dollars. */
  dailyWithdrawal: number;
  /**
   * The least amount that the page offers by card. Where Stripe documents no minimum of the currency itself, an amount must be
   * worth half a US dollar (gateways A2): these are round figures, at least a tenth above that at the rates of November 2026.
   */
  leastByCard: number;
  /** The time zone of the bank that pays in it: a day is a day there. Of dollars and euros, where most of those banks are. */
  bankZone: string;
  /** Signs and names in English, Spanish and Portuguese, in lower case and without accents; the code is added. */
  words: string;
};

const PESO = 'peso pesos $';
const DOLLAR = 'dollar dollars dolar dolares $';

/**
 * A row for each currency, in the specification's order. Those without cents are named in `lib/money.ts` besides, which donors'
 * browsers load; this table they do not.
 */
const TABLE = {
  ARS: {
    usualDonation: 20_000,
    dailyWithdrawal: 1_400_000,
    leastByCard: 1_000,
    bankZone: 'America/Argentina/Buenos_Aires',
    words: `${PESO} ar$ argentino argentinos argentine argentinian`,
  },
  AUD: {
    usualDonation: 50,
    dailyWithdrawal: 1_500,
    leastByCard: 1,
    bankZone: 'Australia/Sydney',
    words: `${DOLLAR} a$ au$ australian australiano australianos`,
  },
  BOB: {
    usualDonation: 200,
    dailyWithdrawal: 7_000,
    leastByCard: 5,
    bankZone: 'America/La_Paz',
    words: 'bs boliviano bolivianos',
  },
  BRB: {
    usualDonation: 100,
    dailyWithdrawal: 5_500,
    leastByCard: 1,
    bankZone: 'America/Sao_Paulo',
    words: 'cruzeiro cruzeiros',
  },
  BRL: {
    usualDonation: 100,
    dailyWithdrawal: 5_500,
    leastByCard: 1,
    bankZone: 'America/Sao_Paulo',
    words: 'r$ real reais reales reals brazilian brasileiro brasileiros brasileno brasilenos',
  },
  CAD: {
    usualDonation: 50,
    dailyWithdrawal: 1_400,
    leastByCard: 1,
    bankZone: 'America/Toronto',
    words: `${DOLLAR} c$ ca$ can$ canadian canadiense canadienses canadense canadenses`,
  },
  CLP: {
    usualDonation: 20_000,
    dailyWithdrawal: 950_000,
    leastByCard: 600,
    bankZone: 'America/Santiago',
    words: `${PESO} ch$ chilean chileno chilenos`,
  },
  COP: {
    usualDonation: 50_000,
    dailyWithdrawal: 4_000_000,
    leastByCard: 2_500,
    bankZone: 'America/Bogota',
    words: `${PESO} col$ colombian colombiano colombianos m/cte mcte`,
  },
  CRC: {
    usualDonation: 20_000,
    dailyWithdrawal: 510_000,
    leastByCard: 300,
    bankZone: 'America/Costa_Rica',
    words: '₡ ¢ colon colones colons costarricense costarricenses costarriquenho costarriquenhos',
  },
  DOP: {
    usualDonation: 2_000,
    dailyWithdrawal: 62_000,
    leastByCard: 40,
    bankZone: 'America/Santo_Domingo',
    words: `${PESO} rd$ dominican dominicano dominicanos`,
  },
  EUR: {
    usualDonation: 50,
    dailyWithdrawal: 900,
    leastByCard: 1,
    bankZone: 'Europe/Madrid',
    words: '€ euro euros',
  },
  GBP: {
    usualDonation: 50,
    dailyWithdrawal: 800,
    leastByCard: 1,
    bankZone: 'Europe/London',
    words: '£ pound pounds sterling british libra libras esterlina esterlinas',
  },
  GTQ: {
    usualDonation: 200,
    dailyWithdrawal: 7_700,
    leastByCard: 5,
    bankZone: 'America/Guatemala',
    words: 'q quetzal quetzales quetzals quetzais guatemalteco guatemaltecos',
  },
  HNL: {
    usualDonation: 1_000,
    dailyWithdrawal: 26_000,
    leastByCard: 15,
    bankZone: 'America/Tegucigalpa',
    words: 'l lps lempira lempiras hondureno hondurenos',
  },
  MXN: {
    usualDonation: 500,
    dailyWithdrawal: 18_000,
    leastByCard: 10,
    bankZone: 'America/Mexico_City',
    words: `${PESO} mx$ mex$ mexican mexicano mexicanos mn`,
  },
  NIO: {
    usualDonation: 1_000,
    dailyWithdrawal: 37_000,
    leastByCard: 25,
    bankZone: 'America/Managua',
    words: 'c$ cordoba cordobas nicaraguense nicaraguenses',
  },
  PEN: {
    usualDonation: 100,
    dailyWithdrawal: 3_500,
    leastByCard: 2,
    bankZone: 'America/Lima',
    words: 's/ sol soles sols peruvian peruano peruanos',
  },
  PYG: {
    usualDonation: 200_000,
    dailyWithdrawal: 7_500_000,
    leastByCard: 4_500,
    bankZone: 'America/Asuncion',
    words: '₲ gs guarani guaranies guaranis paraguayo paraguayos',
  },
  USD: {
    usualDonation: 50,
    dailyWithdrawal: 1_000,
    leastByCard: 1,
    bankZone: 'America/New_York',
    words: `${DOLLAR} us$ u$s u$d us american americano americanos estadounidense estadounidenses`,
  },
  UYU: {
    usualDonation: 1_000,
    dailyWithdrawal: 40_000,
    leastByCard: 25,
    bankZone: 'America/Montevideo',
    words: `${PESO} $u uy$ uruguayan uruguayo uruguayos`,
  },
} satisfies Record<string, CurrencyRow>;

export type Currency = keyof typeof TABLE;

/** The currencies of specification 4.1, in its order. */
export const CURRENCIES = Object.keys(TABLE) as [Currency, ...Currency[]];

/** True when the text is one of the specification's currencies. */
export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(TABLE, text);
}

/** The facts of a currency; undefined for a text that is none of ours. */
export function factsOf(currency: Currency): CurrencyRow;
export function factsOf(currency: string): CurrencyRow | undefined;
export function factsOf(currency: string): CurrencyRow | undefined {
  return isCurrency(currency) ? TABLE[currency] : undefined;
}
