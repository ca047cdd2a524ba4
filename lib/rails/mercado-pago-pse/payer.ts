import { z } from 'zod';
import { isEmailAddress } from '#lib/fields.ts';

/** PSE's document types (gateways B1), the common ones first. */
export const DOCUMENT_TYPES = ['CC', 'CE', 'NIT', 'TI', 'PAS', 'TE', 'RC', 'DI'] as const;

/** A rule that ends the validation of a field: one code per field is enough. */
function rule(error: string) {
  return { error, abort: true };
}

/** Text of 1 to `max` characters after trimming. The messages are codes, which the page translates. */
function line(max: number) {
  return z
    .string('required')
    .trim()
    .min(1, rule('required'))
    .refine((value) => [...value].length <= max, rule('too_long'))
    .refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed(), rule('invalid'));
}

/** Mercado Pago's fields for a PSE payer (gateways B1), with the gateway's lengths. */
export const psePayer = z.strictObject(
  {
    person_type: z.enum(['individual', 'association'], 'required'),
    document_type: z.enum(DOCUMENT_TYPES, 'required'),
    document_number: line(15).regex(/^[0-9A-Za-z-]*$/, 'invalid'),
    first_name: line(32),
    last_name: line(32),
    email: z.string('required').trim().min(1, rule('required')).refine(isEmailAddress, 'invalid'),
    bank: line(20),
    /** Ten digits: three of the area or mobile operator, seven of the line. People add signs and the country's code. */
    phone: z
      .string('required')
      .transform((value) => value.replace(/[^+\p{L}\p{N}]/gu, '').replace(/^(?:\+|00)?57(?=\d{10}$)/, ''))
      .pipe(
        z
          .string()
          .min(1, rule('required'))
          .regex(/^\d{10}$/, 'phone'),
      ),
    street_name: line(18),
    street_number: line(5),
    neighborhood: line(18),
    city: line(18),
    zip_code: line(5).regex(/^\d{5}$/, 'zip_code'),
  },
  'required',
);
export type PsePayer = z.output<typeof psePayer>;
