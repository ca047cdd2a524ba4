import { z } from 'zod';
import { email, httpsUrl, visibleLine } from '#lib/fields.ts';
import { isAddressRange } from '#lib/ip-addresses.ts';
import { isPermission, type Permission } from '#lib/permissions.ts';
import { brandingSchema } from './branding.ts';

const PERCENT_RULE = 'must be a number from 0 to 20 with at most 4 decimals';

/** The fields of a client as people type them: the console's flags and the dashboard's form. */
export const clientTexts = {
  name: visibleLine(120),
  feePercent: z
    .string()
    // Keyboards for decimals have only a comma where that is the decimal sign.
    .regex(/^\d{1,2}([.,]\d{1,4})?$/, PERCENT_RULE)
    .transform((typed) => Number.parseFloat(typed.replace(',', '.')))
    .refine((value) => value <= 20, PERCENT_RULE),
  accentColor: brandingSchema.shape.accent_color.unwrap(),
  displayName: brandingSchema.shape.display_name.unwrap().pipe(visibleLine(60)),
  logoUrl: brandingSchema.shape.logo_url.unwrap(),
  contactEmail: email,
  legalName: visibleLine(120),
  termsUrl: httpsUrl,
  privacyUrl: httpsUrl,
  supportEmail: email,
  taxId: visibleLine(40),
  deductible: z.enum(['yes', 'no'], 'must be yes or no'),
  deductibleNote: visibleLine(300),
};

/** The known permissions among some names, without duplicates, and the unknown names. */
export function readPermissions(names: readonly string[]): { known: Permission[]; unknown: string[] } {
  const known = names.filter(isPermission);
  return { known: [...new Set(known)], unknown: names.filter((name) => !isPermission(name)) };
}

/**
 * Addresses and CIDR ranges, separated by commas, blanks or line breaks, and the invalid parts. A text of separators alone is
 * one: without ranges, a key would be open to any address.
 */
export function readAllowedIps(typed: string): { ranges: string[]; wrong: string[] } {
  const text = typed.trim();
  const split = text.split(/[\s,;]+/).filter((part) => part !== '');
  const parts = split.length === 0 && text !== '' ? [text] : split;
  const ranges = parts.filter(isAddressRange);
  return { ranges: [...new Set(ranges)], wrong: parts.filter((part) => !isAddressRange(part)) };
}
