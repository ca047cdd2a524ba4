import { z } from 'zod';
import { isCountry } from '#lib/countries.ts';
import { anyText } from '#lib/fields.ts';
import { CURRENCIES } from '#lib/money.ts';

const line = (max: number) =>
  anyText.transform((value) => value.trim()).pipe(z.string().min(1, 'required').max(max, 'too_long'));

/** Kinds of accounts that banks of our countries tell apart. */
export const ACCOUNT_TYPES = ['savings', 'checking'] as const;

/**
 * A bank account as its owner enters it; messages are codes that the page puts into words. The number is what banks use
 * there (a local number, a CLABE, an IBAN), blanks and dashes left out.
 */
export const bankAccountInput = z.strictObject({
  country: z
    .string()
    .refine(isCountry, 'invalid')
    .transform((value) => value.toLowerCase()),
  currency: z.enum(CURRENCIES, 'invalid'),
  bankName: line(120),
  accountType: z.enum(ACCOUNT_TYPES, 'invalid'),
  accountNumber: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]{4,34}$/, 'invalid')),
  holderName: line(120),
  holderDocument: line(40),
});
export type BankAccountInput = z.input<typeof bankAccountInput>;
