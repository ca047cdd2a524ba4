import { countrySpecs, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import type { Currency } from '#lib/currencies.ts';
import type { AccountType, BankCode, BankFormatView, DocumentFormat, NumberFormat } from './bank-format-view.ts';

const EITHER = ['checking', 'savings'] as const satisfies AccountType[];

/** A country whose banks take an account number and its type, in these currencies. */
function local(...currencies: Currency[]): BankFormatView {
  return { currencies, types: EITHER, number: 'number', codes: [], document: 'any' };
}

const US: BankFormatView = { ...local('USD'), codes: ['routingNumber'], number: 'digits' };

/**
 * What identifies a bank account, by country, and the currencies that its banks take. The one table of the form, its checks
 * and what staff read. A phone, an email address or an alias (PIX, an alias of a CBU) is not taken: its holder can move it to
 * another account after staff verified this one.
 */
const FORMATS: Readonly<Record<string, BankFormatView>> = {
  AR: { currencies: ['ARS'], types: [], number: 'cbu', codes: [], document: 'cuit' },
  AS: US,
  AU: { currencies: ['AUD'], types: [], number: 'digits', codes: ['bsb'], document: 'any' },
  BO: local('BOB', 'USD'),
  BR: {
    currencies: ['BRL'],
    types: EITHER,
    number: 'checkDigit',
    codes: ['bankCode', 'branch'],
    document: 'cpf',
  },
  CA: {
    currencies: ['CAD'],
    types: [],
    number: 'digits',
    codes: ['institution', 'transit'],
    document: 'any',
  },
  CL: { ...local('CLP'), types: ['checking', 'sight', 'savings'], document: 'rut' },
  CO: { ...local('COP'), types: ['savings', 'checking', 'electronic_deposit'], document: 'colombia' },
  CR: { currencies: ['CRC', 'USD'], types: [], number: 'iban', codes: [], document: 'any' },
  DO: local('DOP', 'USD'),
  EC: local('USD'),
  GB: { currencies: ['GBP'], types: [], number: 'eightDigits', codes: ['sortCode'], document: 'any' },
  GT: local('GTQ', 'USD'),
  GU: US,
  HN: local('HNL', 'USD'),
  MP: US,
  MX: { currencies: ['MXN'], types: [], number: 'clabe', codes: [], document: 'rfc' },
  NI: local('NIO', 'USD'),
  PA: local('USD'),
  PE: { ...local('PEN', 'USD'), number: 'cci' },
  PR: US,
  PY: local('PYG', 'USD'),
  SV: local('USD'),
  US,
  UY: local('UYU', 'USD'),
  VI: US,
};

/** Single Euro Payments Area: the IBAN alone. Its banks take euros, whatever the country's own currency. */
const SEPA: BankFormatView = { currencies: ['EUR'], types: [], number: 'iban', codes: [], document: 'any' };
/** Everywhere else money arrives by SWIFT. */
const SWIFT: BankFormatView = {
  currencies: ['USD', 'EUR'],
  types: [],
  number: 'number',
  codes: ['bic'],
  document: 'any',
};

/** Parts of a country with a code of their own, whose IBANs begin with that country's (ISO 13616, IBAN Registry), in euros. */
const EURO_PARTS = { AX: 'FI', BL: 'FR', GF: 'FR', GP: 'FR', MF: 'FR', MQ: 'FR', PM: 'FR', RE: 'FR', YT: 'FR' };
/** All of them: those in the Pacific are reached by SWIFT. */
const IBAN_COUNTRIES: Readonly<Record<string, string>> = { ...EURO_PARTS, NC: 'FR', PF: 'FR', TF: 'FR', WF: 'FR' };

/** How accounts at the banks of a country are described. @param country ISO code in either case. */
export function bankFormat(country: string): BankFormatView {
  const code = country.toUpperCase();
  const own = FORMATS[code];
  if (own) return own;
  if (isSEPACountry(code) || code in EURO_PARTS) return SEPA;
  return countrySpecs[code]?.IBANRegistry ? { ...SWIFT, number: 'iban' } : SWIFT;
}

/** What people write between the digits, or copy along unseen: blanks, dashes of any length, points and format characters. */
const SEPARATORS = /[\s.\p{Pd}\p{Cf}]/gu;

/** A number, code or document that somebody typed, without these and in capitals. */
export function bareNumber(typed: string): string {
  return typed.replace(SEPARATORS, '').toUpperCase();
}

/** Whether a number (`bareNumber`) fits its format, check digits included. */
export function isAccountNumber(format: NumberFormat, number: string, country: string): boolean {
  switch (format) {
    case 'iban':
      return number.startsWith(ibanCountry(country)) && isValidIBAN(number);
    case 'clabe':
      return isClabe(number);
    case 'cbu':
      return isCbu(number);
    case 'cci':
      return /^\d{20}$/.test(number);
    case 'eightDigits':
      return /^\d{8}$/.test(number);
    case 'checkDigit':
      return /^\d{1,12}[\dX]$/.test(number);
    case 'digits':
      return /^\d{4,17}$/.test(number);
    case 'number':
      return /^[A-Z0-9]{4,34}$/.test(number);
  }
}

/** The letters that IBANs of a country begin with. */
function ibanCountry(country: string): string {
  const code = country.toUpperCase();
  return IBAN_COUNTRIES[code] ?? code;
}

/** Whether a code of a bank or branch (`bareNumber`) is well formed, check digits included. */
export function isBankCode(code: BankCode, value: string, country: string): boolean {
  if (code === 'routingNumber') return isRoutingNumber(value);
  if (code === 'bic') return isValidBIC(value) && value.slice(4, 6) === country.toUpperCase();
  return CODE_PATTERNS[code].test(value);
}

const CODE_PATTERNS: Readonly<Record<Exclude<BankCode, 'routingNumber' | 'bic'>, RegExp>> = {
  sortCode: /^\d{6}$/,
  bsb: /^\d{6}$/,
  institution: /^\d{3}$/,
  transit: /^\d{5}$/,
  bankCode: /^\d{3}$/,
  branch: /^\d{4}[\dX]?$/,
};

/** Whether a holder's document is well formed. */
export function isDocument(format: DocumentFormat, document: string): boolean {
  const bare = bareNumber(document).replaceAll('/', '');
  switch (format) {
    case 'cuit':
      return isCuit(bare);
    case 'cpf':
      // From 2026 on, letters occur in the CNPJ.
      return /^(?:\d{11}|[A-Z\d]{12}\d\d)$/.test(bare);
    case 'rut':
      return isRut(bare);
    case 'rfc':
      return /^[A-Z&Ñ]{3,4}\d{6}[A-Z\d]{3}$/.test(bare);
    case 'colombia':
      return /^[A-Z\d]{4,15}$/.test(bare);
    case 'any':
      return document !== '';
  }
}

/**
 * Whether a stored document of a country is one of organizations: where their numbers differ from people's. Of the others it is
 * not known.
 */
export function isOrganizationDocument(country: string, document: string): boolean {
  const bare = bareNumber(document).replaceAll('/', '');
  switch (bankFormat(country).document) {
    case 'cuit':
      return /^3[034]/.test(bare);
    case 'cpf':
      return bare.length === 14;
    case 'rut':
      return /^[5-9]\d{7}[\dK]$/.test(bare);
    case 'rfc':
      return bare.length === 12;
    case 'colombia':
      // Of people who have one, it is their citizenship number, which can have eight digits and then a check digit.
      return /^NIT[89]\d{8}\d?$/.test(bareNumber(document.replace(/\s*\p{Pd}\s*\d\s*$/u, '')));
    case 'any':
      return false;
  }
}

/** The digits of a text times their weights, repeated, summed up. */
function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at % weights.length] ?? 0), 0);
}

/** ABA routing number of a bank of the United States (aba.com, Routing Number Policy). */
function isRoutingNumber(number: string): boolean {
  return /^\d{9}$/.test(number) && number !== '000000000' && weighted(number, [3, 7, 1]) % 10 === 0;
}

/** CLABE of Mexico: 17 digits and a check digit (Banxico, Circular 14/2017; each product counts modulo 10). */
function isClabe(number: string): boolean {
  return /^\d{18}$/.test(number) && hasCheckDigit(number, [3, 7, 1]);
}

/** CBU or CVU of Argentina: two blocks with a check digit each (BCRA, Comunicación A 2610). */
function isCbu(number: string): boolean {
  if (!/^\d{22}$/.test(number)) return false;
  return hasCheckDigit(number.slice(0, 8), [7, 1, 3, 9]) && hasCheckDigit(number.slice(8), [3, 9, 7, 1]);
}

/** The last digit makes the weighted sum a multiple of ten. */
function hasCheckDigit(number: string, weights: readonly number[]): boolean {
  return (weighted(number.slice(0, -1), weights) + Number(number.at(-1))) % 10 === 0;
}

/** CUIT or CUIL of Argentina, modulo 11 (AFIP). */
function isCuit(number: string): boolean {
  return /^\d{11}$/.test(number) && weighted(number, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

/** RUT of Chile, modulo 11, where the check digit ten is K. */
function isRut(rut: string): boolean {
  const [, digits = '', check = ''] = /^(\d{6,8})([\dK])$/.exec(rut) ?? [];
  if (digits === '') return false;
  const rest = (11 - (weighted([...digits].reverse().join(''), [2, 3, 4, 5, 6, 7]) % 11)) % 11;
  return check === (rest === 10 ? 'K' : String(rest));
}
