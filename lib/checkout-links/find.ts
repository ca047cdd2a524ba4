import { pool } from '#lib/db.ts';
import { Problem } from '#lib/problems/problem.ts';
import type { ApprovedPayment } from './status.ts';

/** A link as every read needs it: its row, its approved payment, and whether an attempt is live. Major units. */
export type FoundLink = {
  id: string;
  clientId: string;
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
  donorAmount: number | null;
  donorName: string | null;
  donorEmail: string | null;
  donorAnonymous: boolean | null;
  donorLocale: string | null;
  createdAt: Date;
  expiresAt: Date;
  cancelledAt: Date | null;
  expiredAt: Date | null;
  declinesLiftedAt: Date | null;
  approved: ApprovedPayment | null;
  hasLiveAttempt: boolean;
};

type Row = Omit<FoundLink, 'amount' | 'donorAmount' | 'feePercent' | 'approved'> & {
  amount: string;
  donorAmount: string | null;
  feePercent: string;
  paymentId: string | null;
  paidAmount: string | null;
  paidCurrency: string | null;
  succeededAt: Date | null;
};

/**
 * What the payments of link `l` come to, read once and by link: were those under way looked up by their state, a plan made
 * on a quiet day would go through all of them for each poll on a busy one. At most one is approved.
 */
const PAYMENTS_OF_LINK = `
  SELECT max(id) FILTER (WHERE state = 'approved') AS id, max(amount) FILTER (WHERE state = 'approved') AS amount,
         max(currency) FILTER (WHERE state = 'approved') AS currency,
         max(succeeded_at) FILTER (WHERE state = 'approved') AS succeeded_at,
         bool_or(state IN ('starting', 'pending')) AS live
    FROM payments WHERE link_id = l.id`;

/**
 * A link by its id, whoever asks; null where there is none. SQL on the pool: partners poll, so this is the hottest
 * statement of the service, and it tells in one round trip all that the status depends on.
 */
export async function findLink(id: string): Promise<FoundLink | null> {
  if (id.includes('\0')) return null;
  const { rows } = await pool().query<Row>({
    name: 'find-link',
    text: `SELECT l.id, l.client_id AS "clientId", l.cause_key AS "causeKey", l.amount, l.currency,
                  l.fee_percent AS "feePercent", l.email, l.external_reference AS "externalReference",
                  l.callback_url AS "callbackUrl", l.success_url AS "successUrl", l.cancel_url AS "cancelUrl",
                  l.anonymous, l.metadata, l.donor_amount AS "donorAmount", l.donor_name AS "donorName",
                  l.donor_email AS "donorEmail", l.donor_anonymous AS "donorAnonymous", l.donor_locale AS "donorLocale",
                  l.created_at AS "createdAt", l.expires_at AS "expiresAt", l.cancelled_at AS "cancelledAt",
                  l.expired_at AS "expiredAt", l.declines_lifted_at AS "declinesLiftedAt",
                  p.id AS "paymentId", p.amount AS "paidAmount", p.currency AS "paidCurrency",
                  p.succeeded_at AS "succeededAt", COALESCE(p.live, false) AS "hasLiveAttempt"
             FROM checkout_links l
             LEFT JOIN LATERAL (${PAYMENTS_OF_LINK}) p ON true
            WHERE l.id = $1`,
    values: [id],
  });
  return rows[0] ? fromRow(rows[0]) : null;
}

/**
 * A link of the client that asks.
 * @throws Problem `checkout_link_not_found`, for another client's link as for one that does not exist.
 */
export async function findLinkFor(clientId: string, id: string): Promise<FoundLink> {
  const link = await findLink(id);
  if (!link || link.clientId !== clientId) throw linkNotFound();
  return link;
}

export function linkNotFound(): Problem {
  return new Problem('checkout_link_not_found', 'No checkout link has this id.');
}

function fromRow(row: Row): FoundLink {
  const { paymentId, paidAmount, paidCurrency, succeededAt, ...link } = row;
  return {
    ...link,
    amount: Number(link.amount),
    donorAmount: link.donorAmount === null ? null : Number(link.donorAmount),
    feePercent: Number(link.feePercent),
    approved:
      paymentId && paidAmount && paidCurrency && succeededAt
        ? { id: paymentId, amount: Number(paidAmount), currency: paidCurrency, succeededAt }
        : null,
  };
}

/** What the donor is asked for: the amount they chose, else the amount minted. Whole major units. */
export function amountToPay(link: Pick<FoundLink, 'amount' | 'donorAmount'>): number {
  return link.donorAmount ?? link.amount;
}
