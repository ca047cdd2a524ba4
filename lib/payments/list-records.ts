import { timestamp } from '#lib/clock.ts';
import { db, pool } from '#lib/db.ts';
import { type Cursor, cutPage } from '#lib/keyset.ts';
import { type PaymentFigures, paymentFigures } from '#lib/ledger/payment-figures.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { PaymentRecord, PaymentStanding, Rail } from './record-view.ts';

/** Which donations are listed; what is left out does not matter. */
export type RecordFilter = {
  standing?: PaymentStanding | undefined;
  rail?: Rail | undefined;
  /** Succeeded at this instant or later. */
  from?: Date | undefined;
  /** Succeeded before this instant. */
  before?: Date | undefined;
  /** A payment's id, a link's id, or the external reference of a link; whole. */
  text?: string | undefined;
};

type Row = {
  id: string;
  linkId: string;
  externalReference: string | null;
  causeKey: string;
  causeTitle: string;
  country: string;
  succeededAt: Date;
  currency: string;
  requestedMajor: string;
  paid: string;
  refunded: string;
  disputed: string;
  chargedBack: string;
  rail: string;
  standing: string;
  donorName: string | null;
  donorEmail: string | null;
  anonymous: boolean;
  bearsCosts: boolean;
};

/**
 * One page of the donations of some causes, newest first, as SQL and its values. Every cause is read from the index of its
 * approved payments, no further than the page needs; then the links and causes of these rows alone.
 * @param ids of the payments that the filter's text names.
 */
export function recordsQuery(
  causeKeys: readonly string[],
  filter: RecordFilter,
  after: Cursor | undefined,
  limit: number,
  ids?: readonly string[],
): { text: string; values: unknown[] } {
  const { standing, rail, from, before } = filter;
  const values = [causeKeys, limit, after?.at, after?.id, from, before, rail, standing, ids];
  return { text: RECORDS, values: values.map((value) => value ?? null) };
}

/** A dispute of what was given back in full is of no money of the cause. */
const STANDING = `CASE WHEN p.refunded_minor >= p.amount_minor THEN 'refunded'
                       WHEN p.disputed_minor > 0 THEN 'disputed' WHEN p.charged_back_minor > 0 THEN 'dispute_lost'
                       WHEN p.refunded_minor > 0 THEN 'partially_refunded' ELSE 'approved' END`;

/** A condition whose value is null is true before the plan is made: PostgreSQL plans each call with its values. */
const RECORDS = `
  WITH page AS MATERIALIZED (
    SELECT p.* FROM unnest($1::text[]) AS own (key) CROSS JOIN LATERAL (
      SELECT p.*, ${STANDING} AS standing FROM payments p
       WHERE p.cause_key = own.key AND p.state = 'approved'
         AND ($3::timestamptz IS NULL OR (p.succeeded_at, p.id) < ($3::timestamptz, $4::text))
         AND ($5::timestamptz IS NULL OR p.succeeded_at >= $5::timestamptz)
         AND ($6::timestamptz IS NULL OR p.succeeded_at < $6::timestamptz)
         AND ($7::text IS NULL OR p.rail = $7::text)
         AND ($8::text IS NULL OR ${STANDING} = $8::text)
         AND ($9::text[] IS NULL OR p.id = ANY($9::text[]))
       ORDER BY p.succeeded_at DESC, p.id DESC LIMIT $2) p
     ORDER BY p.succeeded_at DESC, p.id DESC LIMIT $2)
  SELECT page.id, page.link_id AS "linkId", l.external_reference AS "externalReference", c.key AS "causeKey",
         c.title AS "causeTitle", c.country, page.succeeded_at AS "succeededAt", page.currency,
         l.amount AS "requestedMajor", page.amount_minor AS paid,
         LEAST(page.refunded_minor, page.amount_minor) AS refunded, page.disputed_minor AS disputed,
         page.charged_back_minor AS "chargedBack", page.rail, page.standing,
         page.donor_name AS "donorName", page.donor_email AS "donorEmail",
         COALESCE(page.donor_anonymous, l.anonymous, false) AS anonymous,
         c.fee_model = 'plus_gateway_costs' AS "bearsCosts"
    FROM page JOIN checkout_links l ON l.id = page.link_id JOIN causes c ON c.key = page.cause_key
   ORDER BY page.succeeded_at DESC, page.id DESC`;

/** A page of donations and where the next begins. The pool, because the statement is planned with its values each time. */
export async function listRecords(
  causeKeys: readonly string[],
  filter: RecordFilter,
  after: Cursor | undefined,
  size: number,
): Promise<{ rows: PaymentRecord[]; after: string | null; next: Cursor | undefined }> {
  const ids = filter.text === undefined ? undefined : await idsByText(causeKeys, filter.text);
  const { rows: found } = await pool().query<Row>(recordsQuery(causeKeys, filter, after, size + 1, ids));
  const page = cutPage(found, size, ({ succeededAt: at, id }) => ({ at, id }));
  const last = page.rows.at(-1);
  const next = page.after !== null && last ? { at: last.succeededAt, id: last.id } : undefined;
  const figures = await paymentFigures(
    db(),
    page.rows.map(({ id }) => id),
  );
  const rows = page.rows.map((row) => presentRecord(row, figures.get(row.id) ?? NO_FIGURES));
  return { rows, after: page.after, next };
}

/** The payments that a text names: by their own id, by their link's, or by its reference. */
async function idsByText(causeKeys: readonly string[], text: string): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(TEXT, [text, causeKeys]);
  return rows.map(({ id }) => id);
}

/** Apart from the list: each part by its own index, and few ids are then cheaper than a walk through the cause. */
const TEXT = `
  SELECT id FROM payments WHERE id = $1 UNION SELECT id FROM payments WHERE link_id = $1
  UNION SELECT p.id FROM checkout_links l JOIN payments p ON p.link_id = l.id
         WHERE l.cause_key = ANY($2) AND l.external_reference = $1`;

/** Of money that is not in the ledger: of before there was one, and without an amount. */
const NO_FIGURES: PaymentFigures = { commissionMinor: 0n, gatewayCostMinor: 0n, netMinor: 0n };

function presentRecord(row: Row, figures: PaymentFigures): PaymentRecord {
  const { id, linkId, externalReference, causeKey, causeTitle, country, currency } = row;
  return {
    ...{ id, linkId, externalReference, causeKey, causeTitle, country, currency },
    at: timestamp(row.succeededAt),
    requestedMinor: Number(row.requestedMajor) * minorUnitsPerMajor(currency),
    paidMinor: Number(row.paid),
    ...awayOf(row),
    commissionMinor: Number(figures.commissionMinor),
    costMinor: row.bearsCosts ? Number(figures.gatewayCostMinor) : null,
    netMinor: Number(figures.netMinor),
    rail: row.rail as Rail,
    standing: row.standing as PaymentStanding,
    donor: row.anonymous ? null : { name: row.donorName, email: row.donorEmail },
  };
}

/** What of a payment is away again. Chargebacks may come to more than was left: the rest is no money of the cause. */
function awayOf(row: Row): Pick<PaymentRecord, 'refundedMinor' | 'disputedMinor' | 'chargedBackMinor'> {
  const refundedMinor = Number(row.refunded);
  const left = Number(row.paid) - refundedMinor;
  const chargedBackMinor = Math.min(Number(row.chargedBack), left);
  return {
    ...{ refundedMinor, chargedBackMinor },
    disputedMinor: Math.min(Number(row.disputed), left - chargedBackMinor),
  };
}
