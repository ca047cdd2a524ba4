import { reads } from '#lib/db.ts';
import { columnOf } from '#lib/row-insert.ts';
import { brandingOwner } from '#lib/service-client.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { Cause, Client } from '#prisma/generated/client.ts';
import type { JoinedLookup } from './find-caller.ts';

/*
 * Partners repeat the poll, which makes it the hottest statement of the service. It is joined to the caller, and reads
 * nothing that most polls do not need. Benchmark: `poll`, `poll-completed`, `not-modified`.
 */

/** The approved payment of a link: whole major units, the gateway's own time of success. */
export type ApprovedPayment = { id: string; amount: number; currency: string; succeededAt: Date };

/** The data of a poll and of the public view: a link and its approved payment. Whole major units. */
export type PolledLink = {
  id: string;
  causeKey: string;
  amount: number;
  currency: string;
  feePercent: number;
  email: string | null;
  externalReference: string | null;
  callbackUrl: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  anonymous: boolean | null;
  /** JSON text, in the partner's order. */
  metadata: string | null;
  createdAt: Date;
  expiresAt: Date;
  cancelledAt: Date | null;
  expiredAt: Date | null;
  approved: ApprovedPayment | null;
};

/** The columns of `POLLED_COLUMNS`. */
export type PolledRow = Omit<PolledLink, 'amount' | 'feePercent' | 'approved'> & {
  amount: string;
  feePercent: string;
  /** As JSON writes it. */
  approved: (Omit<ApprovedPayment, 'succeededAt'> & { succeededAt: string }) | null;
};
type NoRow = { [Column in keyof PolledRow]: null };

/** The fields that a link is minted with, with their types in PostgreSQL. A poll reads all of them. */
export const MINTED_FIELDS = {
  id: 'text',
  causeKey: 'text',
  amount: 'bigint',
  currency: 'text',
  feePercent: 'numeric',
  email: 'text',
  externalReference: 'text',
  callbackUrl: 'text',
  successUrl: 'text',
  cancelUrl: 'text',
  anonymous: 'boolean',
  metadata: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
} as const satisfies Partial<Record<keyof PolledLink, string>>;

/**
 * Columns of a link `l`, for `polledLinkOf`. The approved payment, of which there is at most one, is one column: most
 * polled links have none yet.
 */
export const POLLED_COLUMNS = `
  ${[...Object.keys(MINTED_FIELDS), 'cancelledAt', 'expiredAt'].map((field) => `l.${columnOf(field)} AS "${field}"`).join(', ')},
  (SELECT json_build_object('id', id, 'amount', amount, 'currency', currency, 'succeededAt', succeeded_at)
     FROM payments WHERE link_id = l.id AND state = 'approved') AS approved`;

/**
 * A link of the caller's client by its id; null if there is none. Whether an attempt is live only matters past the link's
 * expiry, and is read then.
 */
export function linkLookup(id: string): JoinedLookup<PolledLink | null> {
  return {
    name: 'link',
    sql: (parameter) => ({
      columns: POLLED_COLUMNS,
      join: `LEFT JOIN checkout_links l ON l.id = ${parameter} AND l.client_id = k.client_id`,
    }),
    value: isStorableText(id) ? id : null,
    read: (row: PolledRow | NoRow) => (row.id === null ? null : polledLinkOf(row)),
  };
}

/** The link in a row of `POLLED_COLUMNS`. */
export function polledLinkOf(row: PolledRow): PolledLink {
  return {
    id: row.id,
    causeKey: row.causeKey,
    amount: Number(row.amount),
    currency: row.currency,
    feePercent: Number(row.feePercent),
    email: row.email,
    externalReference: row.externalReference,
    callbackUrl: row.callbackUrl,
    successUrl: row.successUrl,
    cancelUrl: row.cancelUrl,
    anonymous: row.anonymous,
    metadata: row.metadata,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    cancelledAt: row.cancelledAt,
    expiredAt: row.expiredAt,
    approved: row.approved && { ...row.approved, succeededAt: new Date(row.approved.succeededAt) },
  };
}

/*
 * The link of a checkout page, which the page requests repeatedly while a donor pays. One statement sees the link and its
 * payments at one instant; Prisma would need two. Benchmark: `checkout-page`.
 */

/** A link with its client, its donor's choices, its cause, and what there is of its payments. */
export type FoundLink = PolledLink & {
  clientId: string;
  donorAmount: number | null;
  donorName: string | null;
  donorEmail: string | null;
  donorAnonymous: boolean | null;
  donorMessage: string | null;
  donorLocale: string | null;
  /** The browser with these choices (lib/payments/donor-browser.ts). */
  browserHash: Uint8Array | null;
  declinesLiftedAt: Date | null;
  /** When the donor last confirmed a card payment whose outcome is not known yet. */
  confirmingSince: Date | null;
  /** Whether any payment was ever started, any can still bring money, and by which rails one is known to its gateway. */
  hasPayments: boolean;
  hasLiveAttempt: boolean;
  pendingRails: string[];
  /** Whether a card was ever declined on it, and whether card payments of any cause or network were paused lately. */
  hasDeclines: boolean;
  hasPauses: boolean;
  cause: Pick<Cause, 'title' | 'country' | 'state' | 'closesAt'>;
};

type Row = PolledRow &
  Omit<FoundLink, keyof PolledLink | 'donorAmount' | 'cause'> &
  FoundLink['cause'] & { donorAmount: string | null };

/**
 * Columns of a `FoundLink` besides those of a poll. Live attempts are searched among the link's payments: a plan made on a quiet
 * day that searched by state would read all live attempts on a busy one.
 */
const FOUND_COLUMNS = `
  tried."hasPayments", tried."hasLiveAttempt", tried."pendingRails",
  EXISTS (SELECT FROM declines WHERE link_id = l.id) AS "hasDeclines",
  EXISTS (SELECT FROM card_pauses) AS "hasPauses",
  c.title, c.country, c.state, c.closes_at AS "closesAt", l.client_id AS "clientId", l.donor_amount AS "donorAmount", l.donor_name AS "donorName", l.donor_email AS "donorEmail",
  l.donor_anonymous AS "donorAnonymous", l.donor_message AS "donorMessage", l.donor_locale AS "donorLocale", l.browser_hash AS "browserHash",
  l.declines_lifted_at AS "declinesLiftedAt", l.confirming_since AS "confirmingSince"`;

/** A link by its id, without access control; null if there is none. */
export async function findLink(id: string): Promise<FoundLink | null> {
  if (!isStorableText(id)) return null;
  const [row] = await reads().rows<Row>({
    name: 'find-link',
    text: `SELECT ${POLLED_COLUMNS}, ${FOUND_COLUMNS}
             FROM checkout_links l JOIN causes c ON c.key = l.cause_key,
                  LATERAL (SELECT count(*) > 0 AS "hasPayments",
                                  COALESCE(bool_or(state IN ('starting', 'pending')), false) AS "hasLiveAttempt",
                                  COALESCE(array_agg(rail) FILTER (WHERE state = 'pending'), '{}') AS "pendingRails"
                             FROM payments WHERE link_id = l.id) tried
            WHERE l.id = $1`,
    values: [id],
  });
  return row ? foundLinkOf(row) : null;
}

function foundLinkOf(row: Row): FoundLink {
  const { donorAmount, donorName, donorEmail, donorAnonymous, donorMessage, donorLocale, browserHash } = row;
  const { clientId, declinesLiftedAt, confirmingSince, title, country, state, closesAt } = row;
  const { hasPayments, hasLiveAttempt, pendingRails, hasDeclines, hasPauses } = row;
  return {
    ...polledLinkOf(row),
    donorAmount: donorAmount === null ? null : Number(donorAmount),
    donorName,
    donorEmail,
    donorAnonymous,
    donorMessage,
    donorLocale,
    browserHash,
    clientId,
    declinesLiftedAt,
    confirmingSince,
    hasPayments,
    hasLiveAttempt,
    pendingRails,
    hasDeclines,
    hasPauses,
    cause: { title, country, state, closesAt },
  };
}

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
type ContextRow = CauseOfLink & Branding;

const CONTEXT_COLUMNS = `
  c.key, c.title, c.cover_image_url AS "coverImageUrl", c.country, c.slug, c.state, c.closes_at AS "closesAt", c.fee_model AS "feeModel",
  brand.accent_color AS "accentColor", brand.display_name AS "displayName", brand.logo_url AS "logoUrl",
  brand.legal_name AS "legalName", brand.terms_url AS "termsUrl", brand.privacy_url AS "privacyUrl",
  brand.support_email AS "supportEmail"`;

/** The cause of a link and the branding of its pages. */
export async function findLinkContext({
  causeKey,
  clientId,
}: Pick<FoundLink, 'causeKey' | 'clientId'>): Promise<LinkContext> {
  const [row] = await reads().rows<ContextRow>({
    name: 'link-context',
    text: `SELECT ${CONTEXT_COLUMNS}
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
  const [row] = await reads().rows<PolledRow & ContextRow>({
    name: 'link-with-context',
    text: `SELECT ${POLLED_COLUMNS}, ${CONTEXT_COLUMNS}
             FROM checkout_links l
             JOIN causes c ON c.key = l.cause_key
             JOIN clients brand ON brand.id = ${brandingOwner('l.client_id', 'c.client_id')}
            WHERE l.id = $1`,
    values: [id],
  });
  return row ? [polledLinkOf(row), linkContextOf(row)] : null;
}

function linkContextOf(row: ContextRow): LinkContext {
  const { key, title, coverImageUrl, country, slug, state, closesAt, feeModel } = row;
  const { accentColor, displayName, logoUrl, legalName, termsUrl, privacyUrl, supportEmail } = row;
  return {
    cause: { key, title, coverImageUrl, country, slug, state, closesAt, feeModel },
    branding: { accentColor, displayName, logoUrl, legalName, termsUrl, privacyUrl, supportEmail },
  };
}
