import { timestamp } from '#lib/clock.ts';
import { db, pool } from '#lib/db.ts';
import { canonicalEmail, readableEmail } from '#lib/email-key.ts';
import { type Cursor, cutPage } from '#lib/keyset.ts';
import { figuresOf, NOTHING_POSTED, type PostedFacts, postedFacts } from '#lib/ledger/payment-figures.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { PaymentRecord, PaymentStatus } from './record-view.ts';

/** Which donations are listed. Members that are left out do not filter. */
export type RecordFilter = {
  status?: PaymentStatus | undefined;
  rail?: PaymentMethod | undefined;
  /** Succeeded at this instant or later. */
  from?: Date | undefined;
  /** Succeeded before this instant. */
  before?: Date | undefined;
  /**
   * A payment's id, a link's id, or the external reference of a link, whole; or beginnings of words of a donor's name, or of
   * their email. An anonymous donor is found by neither.
   */
  text?: string | undefined;
  /** As it is stored (lib/receipts/receipt-number.ts). */
  receiptNumber?: string | undefined;
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
  feePercent: string;
  paid: string | null;
  refunded: string;
  sentByHand: string;
  refunding: string;
  disputed: string;
  chargedBack: string;
  rail: string;
  status: string;
  receiptNumber: string | null;
  donorName: string | null;
  donorEmail: string | null;
  anonymous: boolean;
  bearsCosts: boolean;
  metadata: string | null;
};

/**
 * One page of the donations of some causes, newest first, as SQL and its values. Every cause is read from the index of its
 * approved payments, no further than the page needs; then only the links and causes of these rows.
 * @param ids of the payments that match the filter's text
 */
export function recordsQuery(
  causeKeys: readonly string[],
  filter: RecordFilter,
  after: Cursor | undefined,
  limit: number,
  ids?: readonly string[],
): { text: string; values: unknown[] } {
  return { text: RECORDS, values: [...filterValues(causeKeys, filter, after, limit), ids ?? null] };
}

/** The values of $1 to $8 in both queries. */
function filterValues(
  causeKeys: readonly string[],
  { status, rail, from, before }: RecordFilter,
  after: Cursor | undefined,
  limit: number,
): unknown[] {
  return [causeKeys, limit, after?.at, after?.id, from, before, rail, status].map((value) => value ?? null);
}

/** A dispute of a payment that was refunded in full takes no money from the cause. */
const STATUS_SQL = `CASE WHEN p.refunded_minor >= p.amount_minor THEN 'refunded'
                       WHEN p.disputed_minor > 0 THEN 'disputed' WHEN p.charged_back_minor > 0 THEN 'dispute_lost'
                       WHEN p.refunded_minor > 0 THEN 'partially_refunded' ELSE 'approved' END`;

/** What follows the last page and passes the filters. PostgreSQL plans each call with its values: one that is null costs nothing. */
const FILTERS = `($3::timestamptz IS NULL OR (p.succeeded_at, p.id) < ($3::timestamptz, $4::text))
         AND ($5::timestamptz IS NULL OR p.succeeded_at >= $5::timestamptz)
         AND ($6::timestamptz IS NULL OR p.succeeded_at < $6::timestamptz)
         AND ($7::text IS NULL OR p.rail = $7::text)
         AND ($8::text IS NULL OR ${STATUS_SQL} = $8::text)`;

const RECORDS = `
  WITH page AS MATERIALIZED (
    SELECT p.* FROM unnest($1::text[]) AS own (key) CROSS JOIN LATERAL (
      SELECT p.*, ${STATUS_SQL} AS status FROM payments p
       WHERE p.cause_key = own.key AND p.state = 'approved'
         AND ${FILTERS}
         AND ($9::text[] IS NULL OR p.id = ANY($9::text[]))
       ORDER BY p.succeeded_at DESC, p.id DESC LIMIT $2) p
     ORDER BY p.succeeded_at DESC, p.id DESC LIMIT $2)
  SELECT page.id, page.link_id AS "linkId", l.external_reference AS "externalReference", c.key AS "causeKey",
         c.title AS "causeTitle", c.country, page.succeeded_at AS "succeededAt", page.currency,
         l.amount AS "requestedMajor", l.fee_percent AS "feePercent", page.amount_minor AS paid,
         page.refunded_minor AS refunded, page.sent_by_hand_minor AS "sentByHand", page.refunds_pending_minor AS refunding,
         page.disputed_minor AS disputed, page.charged_back_minor AS "chargedBack", page.rail, page.status,
         page.receipt_number AS "receiptNumber", page.donor_name AS "donorName", page.donor_email AS "donorEmail",
         COALESCE(page.donor_anonymous, l.anonymous, false) AS anonymous,
         c.fee_model = 'plus_gateway_costs' AS "bearsCosts", l.metadata
    FROM page JOIN checkout_links l ON l.id = page.link_id JOIN causes c ON c.key = page.cause_key
   ORDER BY page.succeeded_at DESC, page.id DESC`;

/** A page of donations and where the next one begins. Through the pool, so that the statement is planned with its values. */
export async function listRecords(
  causeKeys: readonly string[],
  filter: RecordFilter,
  after: Cursor | undefined,
  size: number,
): Promise<RecordPage> {
  const ids = isSearch(filter) ? await idsByText(causeKeys, filter, after, size + 1) : undefined;
  return readPage(causeKeys, filter, after, size, ids);
}

function isSearch({ text, receiptNumber }: RecordFilter): boolean {
  return text !== undefined || receiptNumber !== undefined;
}

/** The payments of some causes that match the filter's text or receipt number, all of them; undefined without one. */
export async function matchingIds(causeKeys: readonly string[], filter: RecordFilter): Promise<string[] | undefined> {
  return isSearch(filter) ? idsByText(causeKeys, filter, undefined, Number.MAX_SAFE_INTEGER) : undefined;
}

/** The donation with this id; undefined where there is none. */
export async function readRecord(causeKey: string, id: string): Promise<PaymentRecord | undefined> {
  return (await readPage([causeKey], {}, undefined, 1, [id])).rows[0];
}

type RecordPage = { rows: PaymentRecord[]; after: string | null; next: Cursor | undefined };

async function readPage(
  causeKeys: readonly string[],
  filter: RecordFilter,
  after: Cursor | undefined,
  size: number,
  ids: readonly string[] | undefined,
): Promise<RecordPage> {
  const { rows: found } = await pool().query<Row>(recordsQuery(causeKeys, filter, after, size + 1, ids));
  const page = cutPage(found, size, ({ succeededAt: at, id }) => ({ at, id }));
  const last = page.rows.at(-1);
  const next = page.after !== null && last ? { at: last.succeededAt, id: last.id } : undefined;
  const posted = await postedFacts(
    db(),
    page.rows.map(({ id }) => id),
  );
  const rows = page.rows.map((row) => presentRecord(row, posted.get(row.id) ?? NOTHING_POSTED));
  return { rows, after: page.after, next };
}

/**
 * Payments that match the filter's text or receipt number: all that have it as an id or a reference, and of the donors with a
 * common name so many as a page needs.
 */
async function idsByText(
  causeKeys: readonly string[],
  filter: RecordFilter,
  after: Cursor | undefined,
  limit: number,
): Promise<string[]> {
  const { text, receiptNumber } = filter;
  const words = text?.replace(/\S+@\S+/g, canonicalEmail);
  const values = [...filterValues(causeKeys, filter, after, limit), text, receiptNumber, words];
  const { rows } = await pool().query<{ id: string }>(TEXT, values);
  return rows.map(({ id }) => id);
}

/**
 * A separate query: each part uses its own index, and few ids are cheaper than reading all payments of the cause. Donors are
 * found within each cause, so that a common name costs no more than its donors there.
 */
const TEXT = `
  SELECT id FROM payments WHERE id = $9 UNION SELECT id FROM payments WHERE link_id = $9
  UNION SELECT p.id FROM checkout_links l JOIN payments p ON p.link_id = l.id
         WHERE l.cause_key = ANY($1) AND l.external_reference = $9
  UNION SELECT id FROM payments WHERE receipt_number = $10
  UNION (SELECT found.id FROM unnest($1::text[]) AS own (key) CROSS JOIN LATERAL (
           SELECT p.id, p.succeeded_at FROM payments p JOIN checkout_links l ON l.id = p.link_id
            WHERE donor_words(p.cause_key, p.donor_name, p.donor_email) @@ donor_query(own.key, $11)
              AND p.state = 'approved' AND p.donor_anonymous IS NOT TRUE
              AND (p.donor_name IS NOT NULL OR p.donor_email IS NOT NULL)
              AND NOT COALESCE(p.donor_anonymous, l.anonymous, false)
              AND ${FILTERS}) found
          ORDER BY found.succeeded_at DESC, found.id DESC LIMIT $2)`;

function presentRecord(row: Row, { costMinor, refundedAt }: PostedFacts): PaymentRecord {
  const { id, linkId, externalReference, causeKey, causeTitle, country, currency } = row;
  const figures = figuresOf({
    amountMinor: BigInt(row.paid ?? 0),
    refundedMinor: BigInt(row.refunded),
    sentByHandMinor: BigInt(row.sentByHand),
    refundsPendingMinor: BigInt(row.refunding),
    disputedMinor: BigInt(row.disputed),
    chargedBackMinor: BigInt(row.chargedBack),
    feePercent: row.feePercent,
    counted: true,
    costMinor,
  });
  return {
    id,
    linkId,
    externalReference,
    causeKey,
    causeTitle,
    country,
    currency,
    receiptNumber: row.receiptNumber,
    at: timestamp(row.succeededAt),
    requestedMinor: Number(row.requestedMajor) * minorUnitsPerMajor(currency),
    paidMinor: Number(figures.paidMinor),
    refundedMinor: Number(figures.refundedMinor),
    refundingMinor: Number(figures.refundingMinor),
    disputedMinor: Number(figures.disputedMinor),
    chargedBackMinor: Number(figures.chargedBackMinor),
    commissionMinor: Number(figures.commissionMinor),
    // A cost that was posted counts, whatever the fee model says since.
    costMinor: row.bearsCosts || costMinor !== 0n ? Number(costMinor) : null,
    netMinor: Number(figures.netMinor),
    rail: row.rail as PaymentMethod,
    status: row.status as PaymentStatus,
    refundedAt: refundedAt && figures.refundedMinor > 0n ? timestamp(refundedAt) : null,
    metadata: row.metadata,
    donor: row.anonymous ? null : { name: row.donorName, email: readableEmail(row.donorEmail) },
  };
}
