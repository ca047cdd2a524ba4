import type { Along } from '#lib/clients/authenticate.ts';
import { reads } from '#lib/db.ts';
import { Problem } from '#lib/problems/problem.ts';
import { isStorable } from '#lib/storable.ts';
import type { ApprovedPayment } from './status.ts';

/** What a poll and the public view tell of a link: its row and its approved payment. Major units. */
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

/** A link with whose it is, what its donor has chosen, and whether an attempt is live. */
export type FoundLink = PolledLink & {
  clientId: string;
  donorAmount: number | null;
  donorName: string | null;
  donorEmail: string | null;
  donorAnonymous: boolean | null;
  donorLocale: string | null;
  /** Of the browser whose choices these are (lib/payments/donor-browser.ts). */
  browserHash: Uint8Array | null;
  declinesLiftedAt: Date | null;
  hasLiveAttempt: boolean;
};

/** The columns of `POLLED`. */
export type PolledRow = Omit<PolledLink, 'amount' | 'feePercent' | 'approved'> & {
  amount: string;
  feePercent: string;
  /** As JSON writes it. */
  approved: (Omit<ApprovedPayment, 'succeededAt'> & { succeededAt: string }) | null;
};
type FoundRow = PolledRow &
  Omit<FoundLink, keyof PolledLink | 'donorAmount'> & { donorAmount: string | null };
type NoRow = { [Column in keyof PolledRow]: null };

/**
 * Of a link `l`, for `polledIn`. The approved payment, of which there is one at most, is one column: most links that are
 * polled have none yet.
 */
export const POLLED = `
  l.id, l.cause_key AS "causeKey", l.amount, l.currency, l.fee_percent AS "feePercent", l.email,
  l.external_reference AS "externalReference", l.callback_url AS "callbackUrl", l.success_url AS "successUrl",
  l.cancel_url AS "cancelUrl", l.anonymous, l.metadata, l.created_at AS "createdAt", l.expires_at AS "expiresAt",
  l.cancelled_at AS "cancelledAt", l.expired_at AS "expiredAt",
  (SELECT json_build_object('id', id, 'amount', amount, 'currency', currency, 'succeededAt', succeeded_at)
     FROM payments WHERE link_id = l.id AND state = 'approved') AS approved`;

/**
 * Those under way are sought among the link's payments: were they sought by their state, a plan made on a quiet day would
 * go through all of them on a busy one.
 */
const MORE = `
  COALESCE((SELECT bool_or(state IN ('starting', 'pending')) FROM payments WHERE link_id = l.id), false) AS "hasLiveAttempt",
  l.client_id AS "clientId", l.donor_amount AS "donorAmount", l.donor_name AS "donorName", l.donor_email AS "donorEmail",
  l.donor_anonymous AS "donorAnonymous", l.donor_locale AS "donorLocale", l.browser_hash AS "browserHash",
  l.declines_lifted_at AS "declinesLiftedAt"`;

/**
 * A link by its id, whoever asks; null where there is none. SQL on the pipeline: it tells in one round trip all that the
 * status depends on.
 */
export async function findLink(id: string): Promise<FoundLink | null> {
  if (!isStorable(id)) return null;
  const [row] = await reads().rows<FoundRow>({
    name: 'find-link',
    text: `SELECT ${POLLED}, ${MORE} FROM checkout_links l WHERE l.id = $1`,
    values: [id],
  });
  return row ? foundIn(row) : null;
}

/**
 * What a poll tells of a link, read with the key of the client whose it is: partners poll, so this is the hottest
 * statement of the service, and it asks for nothing that most polls do not need. Whether an attempt is live only matters
 * past the link's expiry, and is read then.
 */
export function linkAlong(id: string): Along<PolledLink | null> {
  return {
    name: 'link',
    sql: (place) => ({
      columns: POLLED,
      join: `LEFT JOIN checkout_links l ON l.id = ${place} AND l.client_id = k.client_id`,
    }),
    value: isStorable(id) ? id : null,
    read: (row: PolledRow | NoRow) => (row.id === null ? null : polledIn(row)),
  };
}

/** Another client's link is answered as one that does not exist. */
export function linkNotFound(): Problem {
  return new Problem('checkout_link_not_found', 'No checkout link has this id.');
}

function foundIn(row: FoundRow): FoundLink {
  const { donorAmount, donorName, donorEmail, donorAnonymous, donorLocale, browserHash } = row;
  const { clientId, declinesLiftedAt, hasLiveAttempt } = row;
  return {
    ...polledIn(row),
    donorAmount: donorAmount === null ? null : Number(donorAmount),
    ...{ donorName, donorEmail, donorAnonymous, donorLocale, browserHash },
    ...{ clientId, declinesLiftedAt, hasLiveAttempt },
  };
}

/** What the columns of `POLLED` say. */
export function polledIn(row: PolledRow): PolledLink {
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

/** What the donor is asked for: the amount they chose, else the amount minted. Whole major units. */
export function amountToPay(link: Pick<FoundLink, 'amount' | 'donorAmount'>): number {
  return link.donorAmount ?? link.amount;
}
