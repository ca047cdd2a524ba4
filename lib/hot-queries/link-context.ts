import { reads } from '#lib/db.ts';
import { brandingOwner } from '#lib/service-client.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { Cause, Client } from '#prisma/generated/client.ts';
import { type FoundLink, POLLED_COLUMNS, type PolledLink, type PolledRow, polledLinkOf } from './find-link.ts';

/*
 * The data of a donor's page. The public view needs no key, so that anyone can request it as often as a poll: it is one
 * statement, and reads no more of the link than a poll does. Benchmark: `public-view`, `checkout-page`.
 */

/** A link's cause, the branding of its pages, and who receives the money. */
export type LinkContext = { cause: CauseOfLink; branding: Branding };
type CauseOfLink = Pick<
  Cause,
  'key' | 'title' | 'coverImageUrl' | 'country' | 'slug' | 'state' | 'closesAt' | 'feeModel'
>;
type Branding = Pick<
  Client,
  'accentColor' | 'displayName' | 'logoUrl' | 'legalName' | 'termsUrl' | 'privacyUrl' | 'supportEmail'
>;
type Row = CauseOfLink & Branding;

const COLUMNS = `
  c.key, c.title, c.cover_image_url AS "coverImageUrl", c.country, c.slug, c.state, c.closes_at AS "closesAt", c.fee_model AS "feeModel",
  brand.accent_color AS "accentColor", brand.display_name AS "displayName", brand.logo_url AS "logoUrl",
  brand.legal_name AS "legalName", brand.terms_url AS "termsUrl", brand.privacy_url AS "privacyUrl",
  brand.support_email AS "supportEmail"`;

/** The cause of a link and the branding of its pages. */
export async function findLinkContext({
  causeKey,
  clientId,
}: Pick<FoundLink, 'causeKey' | 'clientId'>): Promise<LinkContext> {
  const [row] = await reads().rows<Row>({
    name: 'link-context',
    text: `SELECT ${COLUMNS}
             FROM causes c JOIN clients brand ON brand.id = ${brandingOwner('$2', 'c.client_id')}
            WHERE c.key = $1`,
    values: [causeKey, clientId],
  });
  if (!row) throw new Error('Bug: a link without its cause');
  return linkContextOf(row);
}

/** A link by its id with its context, without access control; null if there is none. */
export async function findLinkWithContext(id: string): Promise<[PolledLink, LinkContext] | null> {
  if (!isStorableText(id)) return null;
  const [row] = await reads().rows<PolledRow & Row>({
    name: 'link-with-context',
    text: `SELECT ${POLLED_COLUMNS}, ${COLUMNS}
             FROM checkout_links l
             JOIN causes c ON c.key = l.cause_key
             JOIN clients brand ON brand.id = ${brandingOwner('l.client_id', 'c.client_id')}
            WHERE l.id = $1`,
    values: [id],
  });
  return row ? [polledLinkOf(row), linkContextOf(row)] : null;
}

function linkContextOf(row: Row): LinkContext {
  const { key, title, coverImageUrl, country, slug, state, closesAt, feeModel } = row;
  const { accentColor, displayName, logoUrl, legalName, termsUrl, privacyUrl, supportEmail } = row;
  return {
    cause: { key, title, coverImageUrl, country, slug, state, closesAt, feeModel },
    branding: { accentColor, displayName, logoUrl, legalName, termsUrl, privacyUrl, supportEmail },
  };
}
