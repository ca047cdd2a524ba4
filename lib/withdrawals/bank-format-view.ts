import type { Currency } from '#lib/currencies.ts';

/** Kinds of accounts. `sight` is Chile's cuenta vista, `electronic_deposit` Colombia's depósito electrónico. */
export const ACCOUNT_TYPES = ['savings', 'checking', 'sight', 'electronic_deposit'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Codes that identify a bank or a branch, as they are stored in `bank_accounts.bank_codes`. */
export const BANK_CODES = [
  'routingNumber',
  'sortCode',
  'bsb',
  'institution',
  'transit',
  'bankCode',
  'branch',
  'bic',
] as const;
export type BankCode = (typeof BANK_CODES)[number];
export type BankCodes = Partial<Record<BankCode, string>>;

/** How the account's number is written. `checkDigit` is Brazil's conta with its dígito. */
export type NumberFormat = 'iban' | 'clabe' | 'cbu' | 'cci' | 'eightDigits' | 'checkDigit' | 'digits' | 'number';

/** The holder's document that banks of a country ask for. */
export type DocumentFormat = 'any' | 'cuit' | 'cpf' | 'rut' | 'rfc' | 'colombia';

/** Documents of Colombia that name an account's holder. */
export const COLOMBIAN_DOCUMENTS = ['CC', 'CE', 'NIT', 'PA'] as const;

/** The form for a bank account in one country. */
export type BankFormatView = {
  currencies: readonly Currency[];
  /** Empty where the number alone identifies the account. */
  types: readonly AccountType[];
  number: NumberFormat;
  codes: readonly BankCode[];
  document: DocumentFormat;
};
