import { z } from 'zod';
import { email } from '#lib/fields.ts';
import { typedAddress } from '#lib/i18n/typed-address.ts';

/** The address that somebody typed or pasted into a form, as in `Ana <ana@example.org>`. */
export const pastedEmail = z
  .string()
  .transform((typed) => typedAddress(typed).trim())
  .pipe(email);
