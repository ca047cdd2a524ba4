import { z } from 'zod';
import { isCountry } from '#lib/countries.ts';
import { anyText, isOneLine, isVisible } from '#lib/fields.ts';
import { oneOf } from '#lib/one-of.ts';
import { ACCOUNT_TYPES, BANK_CODES, type BankCode, type BankCodes, COLOMBIAN_DOCUMENTS } from './bank-format-view.ts';
import { bankFormat, bareNumber, isAccountNumber, isBankCode, isDocument } from './bank-formats.ts';

const text = anyText.default('');

const FIELDS = {
  country: text,
  currency: text,
  bankName: text,
  accountType: text,
  accountNumber: text,
  holderName: text,
  documentType: text,
  holderDocument: text,
};
type EnteredAccount = z.output<z.ZodObject<typeof FIELDS>> & Partial<Record<BankCode, string>>;

/**
 * A bank account as its owner enters it, checked by the table of its country (bank-formats.ts). Every wrong field is named,
 * with a code that the page translates. Numbers and codes are stored without blanks, dashes and points, in capitals.
 */
export const bankAccountInput = z
  .strictObject({ ...FIELDS, ...(Object.fromEntries(BANK_CODES.map((code) => [code, text])) as CodeFields) })
  .transform((given, context) => {
    const errors = errorsOf(given);
    for (const { field, code: message, max } of errors)
      context.addIssue({ code: 'custom', path: [field], message, input: given, params: { max } });
    return errors.length > 0 ? z.NEVER : normalised(given);
  });
/** A checked bank account. */
export type NewBankAccount = z.output<typeof bankAccountInput>;

type CodeFields = Record<BankCode, typeof text>;

/** The longest document in the database, where that of a Colombian has its kind before it. */
const MAX_DOCUMENT = 40;
const LONGEST_KIND = Math.max(...COLOMBIAN_DOCUMENTS.map((kind) => `${kind} `.length));

/** `code` names a text of the form. Only a text that is too long has a limit. */
type Fault = { field: string; code: string; max?: number };

/** The error at each wrong field, in the order of the form. */
function errorsOf(given: EnteredAccount): Fault[] {
  const { country, accountNumber, holderDocument } = given;
  if (!isCountry(country)) return [{ field: 'country', code: 'invalid' }];
  const { currencies, types, codes, number, document } = bankFormat(country);
  const documents = document === 'colombia' ? COLOMBIAN_DOCUMENTS : [];
  return [
    unless((currencies as readonly string[]).includes(given.currency), 'currency', 'bankCurrency'),
    line('bankName', given.bankName, 120),
    ...codes.map((code) => entered(code, given[code], code, (value) => isBankCode(code, value, country))),
    chosen('accountType', types, given.accountType),
    entered('accountNumber', accountNumber, number, (value) => isAccountNumber(number, value, country)),
    line('holderName', given.holderName, 120),
    chosen('documentType', documents, given.documentType),
    line('holderDocument', holderDocument, MAX_DOCUMENT - (document === 'colombia' ? LONGEST_KIND : 0)) ??
      unless(isDocument(document, holderDocument.trim()), 'holderDocument', document),
  ].filter((fault) => fault !== null);
}

function unless(holds: boolean, field: string, code: string): Fault | null {
  return holds ? null : { field, code };
}

/** A number or code: it has to be there, and well formed. */
function entered(
  field: string,
  value: string | undefined,
  code: string,
  fits: (bare: string) => boolean,
): Fault | null {
  const written = bareNumber(value ?? '');
  return written === '' ? { field, code: 'required' } : unless(fits(written), field, code);
}

/** A text of one line: it has to be there and seen, and not too long. */
function line(field: string, value: string, max: number): Fault | null {
  const text = value.trim();
  if (!isVisible(text)) return { field, code: 'required' };
  return [...text].length > max ? { field, code: 'too_long', max } : unless(isOneLine(text), field, 'invalid');
}

/** Nothing is to be chosen where the country has no choice. */
function chosen(field: string, options: readonly string[], value: string): Fault | null {
  return unless(options.length === 0 || options.includes(value), field, 'required');
}

function normalised(given: EnteredAccount) {
  const { country, currency, documentType } = given;
  const format = bankFormat(country);
  const document = given.holderDocument.trim();
  return {
    country: country.toLowerCase(),
    currency,
    bankName: given.bankName.trim(),
    bankCodes: Object.fromEntries(format.codes.map((code) => [code, bareNumber(given[code] ?? '')])) as BankCodes,
    accountType: format.types.length === 0 ? null : oneOf(ACCOUNT_TYPES, given.accountType),
    accountNumber: bareNumber(given.accountNumber),
    holderName: given.holderName.trim(),
    holderDocument: format.document === 'colombia' ? `${documentType} ${document}` : document,
  };
}
