import { lookOwner } from '#lib/clients/service-client.ts';
import { reads } from '#lib/db.ts';
import { isStorable } from '#lib/storable.ts';
import type { Cause, Client } from '#prisma/generated/client.ts';
import { type FoundLink, POLLED, type PolledLink, type PolledRow, polledIn } from './find.ts';

/** What the pages of a link tell of its cause, and the look they wear. */
export type LinkSurroundings = { cause: CauseOfLink; look: Look };
type CauseOfLink = Pick<Cause, 'key' | 'title' | 'coverImageUrl' | 'country' | 'slug' | 'state' | 'closesAt'>;
type Look = Pick<Client, 'accentColor' | 'displayName' | 'logoUrl'>;
type Row = CauseOfLink & Look;

const COLUMNS = `
  c.key, c.title, c.cover_image_url AS "coverImageUrl", c.country, c.slug, c.state, c.closes_at AS "closesAt",
  look.accent_color AS "accentColor", look.display_name AS "displayName", look.logo_url AS "logoUrl"`;

/** Reads the cause of a link and the look that the link wears. SQL on the pipeline: all that donors open asks this. */
export async function surroundings({
  causeKey,
  clientId,
}: Pick<FoundLink, 'causeKey' | 'clientId'>): Promise<LinkSurroundings> {
  const [row] = await reads().rows<Row>({
    name: 'link-surroundings',
    text: `SELECT ${COLUMNS}
             FROM causes c JOIN clients look ON look.id = ${lookOwner('$2', 'c.client_id')}
            WHERE c.key = $1`,
    values: [causeKey, clientId],
  });
  if (!row) throw new Error('Bug: a link without its cause');
  return surroundingsIn(row);
}

/**
 * A link by its id with its surroundings; null where there is none. One statement, and no more of the link than a poll
 * reads: anyone may ask for the public view, as often as for a poll.
 */
export async function findInSurroundings(id: string): Promise<[PolledLink, LinkSurroundings] | null> {
  if (!isStorable(id)) return null;
  const [row] = await reads().rows<PolledRow & Row>({
    name: 'link-in-surroundings',
    text: `SELECT ${POLLED}, ${COLUMNS}
             FROM checkout_links l
             JOIN causes c ON c.key = l.cause_key
             JOIN clients look ON look.id = ${lookOwner('l.client_id', 'c.client_id')}
            WHERE l.id = $1`,
    values: [id],
  });
  return row ? [polledIn(row), surroundingsIn(row)] : null;
}

function surroundingsIn(row: Row): LinkSurroundings {
  const { key, title, coverImageUrl, country, slug, state, closesAt } = row;
  const { accentColor, displayName, logoUrl } = row;
  return {
    cause: { key, title, coverImageUrl, country, slug, state, closesAt },
    look: { accentColor, displayName, logoUrl },
  };
}
