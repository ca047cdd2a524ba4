import { z } from 'zod';
import { httpsUrl, visibleText } from '#lib/fields.ts';
import { withoutInvisible } from '#lib/invisible-text.ts';

/** A partner's branding of the hosted page (specification 2.2); every member optional, partner-supplied and publicly visible. */
export const brandingSchema = z.strictObject({
  accent_color: z
    .string('must be a string')
    .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color written as #RRGGBB')
    .optional()
    .describe('In the format `#RRGGBB`.'),
  display_name: visibleText(60).optional().describe('Plain text.'),
  logo_url: httpsUrl.optional().describe('An `https://` URL.'),
});
export type Branding = z.output<typeof brandingSchema>;

type Stored = { accentColor: string | null; displayName: string | null; logoUrl: string | null };

/**
 * The branding as it may be shown: validated on write and again here, where invalid members are left out. Undefined if
 * nothing is left: the default branding applies.
 */
export function sanitiseBranding(stored: Stored): Branding | undefined {
  const { shape } = brandingSchema;
  const kept: Branding = {};
  const accent = shape.accent_color.safeParse(stored.accentColor ?? undefined);
  if (accent.success && accent.data !== undefined) kept.accent_color = accent.data;
  const plain = withoutInvisible(stored.displayName ?? '').replace(/[<>]/g, '');
  const name = shape.display_name.safeParse(plain.trim() || undefined);
  if (name.success && name.data !== undefined) kept.display_name = name.data;
  const logo = shape.logo_url.safeParse(stored.logoUrl ?? undefined);
  if (logo.success && logo.data !== undefined) kept.logo_url = logo.data;
  return Object.keys(kept).length > 0 ? kept : undefined;
}
