import { z } from 'zod';
import { isAddressRange } from '#lib/addresses.ts';
import { email, text } from '#lib/fields.ts';
import { isPermission, type Permission } from '#lib/permissions.ts';
import { brandingSchema } from './branding.ts';

const PERCENT_RULE = 'must be a number from 0 to 20 with at most 4 decimals';

/** What a client is and looks like, as people type it: the console's flags and the fields of the dashboard's form. */
export const clientTexts = {
  name: text(120, 1),
  feePercent: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/, PERCENT_RULE)
    .transform(Number)
    .refine((value) => value <= 20, PERCENT_RULE),
  accentColor: brandingSchema.shape.accent_color.unwrap(),
  displayName: brandingSchema.shape.display_name.unwrap(),
  logoUrl: brandingSchema.shape.logo_url.unwrap(),
  contactEmail: email,
};

/** The permissions among some names, each once, and those that are none. */
export function readPermissions(names: readonly string[]): { known: Permission[]; unknown: string[] } {
  const known = names.filter(isPermission);
  return { known: [...new Set(known)], unknown: names.filter((name) => !isPermission(name)) };
}

/** Addresses and CIDR ranges between commas, blanks or line breaks, and those parts that are neither. */
export function readAllowedIps(typed: string): { ranges: string[]; wrong: string[] } {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '');
  const ranges = parts.filter(isAddressRange);
  return { ranges: [...new Set(ranges)], wrong: parts.filter((part) => !isAddressRange(part)) };
}
