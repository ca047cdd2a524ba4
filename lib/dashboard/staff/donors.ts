import { db, transaction } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { type Cursor, cutPage } from '#lib/keyset.ts';
import { donorEmailOf } from '#lib/people/donor.ts';
import { exportDonor } from '#lib/people/export-donor.ts';
import { fromMinor } from './amounts.ts';
import { cutTo, PAGE_SIZE } from './list.ts';
import type { Cut } from './list-view.ts';
import { listDonorNotes } from './notes.ts';
import { PAYMENT_ROW_INCLUDE, paymentRow } from './payments.ts';
import { listMailsTo } from './sent-mails.ts';

/** All donations with one email address. */
export type DonorDetail = NonNullable<Awaited<ReturnType<typeof findDonorDetail>>>;
export type DonationRow = DonorDetail['donations'][number];
/** What a donor has given in a currency: approved donations, and what of them went back. */
export type DonorTotal = DonorDetail['totals'][number];

/**
 * The page of a donor, who is everybody that gave with one email address. No address of a page contains an email, because
 * addresses are logged by proxies and kept by browsers.
 * @param paymentId any of their payments
 * @param after the last donation of the page before
 */
export async function findDonorDetail(paymentId: string, after: Cursor | undefined) {
  const payment = await db().payment.findUnique({ where: { id: paymentId } });
  const email = payment && donorEmailOf(payment);
  if (!email) return null;
  const [page, totals, names, mails, notes] = await Promise.all([
    listDonations(email, after),
    totalsOf(email),
    namesOf(email),
    listMailsTo(email),
    listDonorNotes(email),
  ]);
  return {
    /** The payment that the page is named by. */
    paymentId,
    email: readableEmail(email),
    /** As given with the donations, the latest first. */
    names,
    totals,
    mails,
    notes,
    donations: page.rows,
    after: page.after,
  };
}

/** Newest first. Both columns have an index on the address in lower case. */
async function listDonations(email: string, after: Cursor | undefined) {
  const at = after?.at ?? new Date('9999-01-01');
  const found = await db().$queryRaw<{ id: string; at: Date }[]>`
    SELECT id, created_at AS at FROM payments
     WHERE (lower(donor_email) = lower(${email}) OR lower(receipt_email) = lower(${email})) AND (created_at, id) < (${at}, ${after?.id ?? ''})
     ORDER BY created_at DESC, id DESC LIMIT ${PAGE_SIZE + 1}`;
  const page = cutPage(found, PAGE_SIZE, ({ id, at }) => ({ at, id }));
  const payments = await db().payment.findMany({
    where: { id: { in: page.rows.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: PAYMENT_ROW_INCLUDE,
  });
  const rows = payments.map((payment) => ({
    ...paymentRow(payment),
    /** It can be sent again. */
    hasReceipt: payment.receiptToken !== null,
  }));
  return { rows, after: page.after };
}

/** What was taken back of each payment is never more than the payment (`splitOf`, lib/ledger/payment-postings.ts). */
async function totalsOf(email: string) {
  const sums = await db().$queryRaw<{ currency: string; count: number; given: bigint; reversed: bigint }[]>`
    SELECT currency, count(*)::int AS count, SUM(amount_minor)::bigint AS given,
           SUM(LEAST(refunded_minor + charged_back_minor, amount_minor))::bigint AS reversed
      FROM payments
     WHERE (lower(donor_email) = lower(${email}) OR lower(receipt_email) = lower(${email})) AND state = 'approved'
     GROUP BY currency ORDER BY currency`;
  return sums.map(({ currency, count, given, reversed }) => ({
    currency,
    count,
    given: fromMinor(given, currency),
    reversed: fromMinor(reversed, currency),
  }));
}

/** Most people write their name in one or two ways. */
const MOST_NAMES = 5;

async function namesOf(email: string): Promise<Cut<string>> {
  const found = await db().$queryRaw<{ name: string }[]>`
    SELECT donor_name AS name FROM payments
     WHERE (lower(donor_email) = lower(${email}) OR lower(receipt_email) = lower(${email})) AND donor_name IS NOT NULL
     GROUP BY donor_name ORDER BY max(created_at) DESC LIMIT ${MOST_NAMES + 1}`;
  return cutTo(
    MOST_NAMES,
    found.map(({ name }) => name),
  );
}

/** The file of all that is stored of the donor of a payment; null for none. */
export function exportDonorFile(actorId: string, paymentId: string, now: Date): Promise<string | null> {
  return transaction(async (tx) => {
    const payment = await tx.payment.findUnique({ where: { id: paymentId } });
    const email = payment && donorEmailOf(payment);
    return email ? JSON.stringify(await exportDonor(tx, email, actorId, now), null, 2) : null;
  });
}
