import { wearsLookOfCause } from '#lib/clients/service-client.ts';
import { reads } from '#lib/db.ts';
import type { Cause, Client } from '#prisma/generated/client.ts';
import type { FoundLink } from './find.ts';

/** What the pages of a link tell of its cause, and the look they wear. */
export type LinkSurroundings = { cause: CauseOfLink; look: Look };
type CauseOfLink = Pick<Cause, 'key' | 'title' | 'coverImageUrl' | 'country' | 'slug' | 'state' | 'closesAt'>;
type Look = Pick<Client, 'accentColor' | 'displayName' | 'logoUrl'>;

/** Reads the cause of a link and the look that the link wears. SQL on the pipeline: all that donors open asks this. */
export async function surroundings({
  causeKey,
  clientId,
}: Pick<FoundLink, 'causeKey' | 'clientId'>): Promise<LinkSurroundings> {
  const [row] = await reads().rows<CauseOfLink & Look>({
    name: 'link-surroundings',
    text: `SELECT c.key, c.title, c.cover_image_url AS "coverImageUrl", c.country, c.slug, c.state, c.closes_at AS "closesAt",
                  look.accent_color AS "accentColor", look.display_name AS "displayName", look.logo_url AS "logoUrl"
             FROM causes c JOIN clients look ON look.id = COALESCE($2, c.client_id)
            WHERE c.key = $1`,
    values: [causeKey, wearsLookOfCause(clientId) ? null : clientId],
  });
  if (!row) throw new Error('Bug: a link without its cause');
  const { accentColor, displayName, logoUrl, ...cause } = row;
  return { cause, look: { accentColor, displayName, logoUrl } };
}
