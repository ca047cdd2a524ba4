import type { Tx } from '#lib/db.ts';
import { canonicalEmail, emailKey, emailSpellings } from '#lib/email-key.ts';
import { isLive, isOpenRefund } from '#lib/payments/states.ts';
import type { CheckoutLink, Dispute, Email, Note, Payment, Refund, RefundApproval } from '#prisma/generated/client.ts';

/** A payment with what decides whether it is open (`isOpenPayment`). */
export type DonorPayment = Payment & {
  refunds: Refund[];
  refundApprovals: RefundApproval[];
  disputes: Dispute[];
};

/**
 * All that is stored of a donor, who is everybody with one email address. `links` are those that a partner minted with the
 * address, those in whose form it was typed, and those of the payments; `mails` and `notes` are about the payments.
 */
export type DonorRecords = {
  payments: DonorPayment[];
  links: CheckoutLink[];
  mails: Email[];
  notes: Note[];
};

/** Newest first. Nothing but empty lists for an address of which nothing is stored. */
export async function findDonorRecords(tx: Tx, email: string): Promise<DonorRecords> {
  const ids = await paymentIdsOf(tx, email);
  const payments = await readDonorPayments(tx, ids);
  const linkIds = [...new Set([...payments.map(({ linkId }) => linkId), ...(await linkIdsOf(tx, email))])];
  const links = await tx.checkoutLink.findMany({ where: { id: { in: linkIds } } });
  const mailIds = await mailIdsAbout(tx, ids);
  const mails = await tx.email.findMany({ where: { id: { in: mailIds } } });
  const notes = await tx.note.findMany({ where: { kind: { in: ['payment', 'donor'] }, subject: { in: ids } } });
  return {
    payments: newestFirst(payments),
    links: newestFirst(links),
    mails: newestFirst(mails),
    notes: newestFirst(notes),
  };
}

/** Payments with what decides whether they are open. One query after another, because a transaction has one connection. */
export async function readDonorPayments(tx: Tx, ids: string[]): Promise<DonorPayment[]> {
  const payments = await tx.payment.findMany({ where: { id: { in: ids } } });
  const where = { paymentId: { in: ids } };
  const refunds = await tx.refund.findMany({ where, orderBy: { createdAt: 'asc' } });
  const refundApprovals = await tx.refundApproval.findMany({ where: { ...where, decidedAt: null } });
  const disputes = await tx.dispute.findMany({ where, orderBy: { openedAt: 'asc' } });
  const of = <Row extends { paymentId: string }>(rows: Row[], id: string) => rows.filter((row) => row.paymentId === id);
  return payments.map((payment) => ({
    ...payment,
    refunds: of(refunds, payment.id),
    refundApprovals: of(refundApprovals, payment.id),
    disputes: of(disputes, payment.id),
  }));
}

function newestFirst<Row extends { createdAt: Date }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** Addresses of payments have one spelling. Both columns have an index on it in lower case, which is PostgreSQL's, not ours. */
async function paymentIdsOf(tx: Tx, email: string): Promise<string[]> {
  const spelling = canonicalEmail(email);
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM payments WHERE lower(donor_email) = lower(${spelling}) OR lower(receipt_email) = lower(${spelling})`;
  return found.map(({ id }) => id);
}

/** Links keep an address as it was minted or typed. */
async function linkIdsOf(tx: Tx, email: string): Promise<string[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    WITH spelled AS MATERIALIZED (SELECT array_agg(lower(one)) AS all FROM unnest(${emailSpellings(email)}::text[]) AS one)
    SELECT id FROM checkout_links
     WHERE lower(email) = ANY((SELECT "all" FROM spelled)::text[]) OR lower(donor_email) = ANY((SELECT "all" FROM spelled)::text[])`;
  return found.map(({ id }) => id);
}

/** The ids of the mails about payments. */
export async function mailIdsAbout(tx: Tx, paymentIds: string[]): Promise<string[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM emails WHERE data ->> 'paymentId' = ANY(${paymentIds})`;
  return found.map(({ id }) => id);
}

/** The address of a payment's donor, given with it or afterwards for the receipt; null for none. */
export function donorEmailOf({
  donorEmail,
  receiptEmail,
}: Pick<Payment, 'donorEmail' | 'receiptEmail'>): string | null {
  return donorEmail ?? receiptEmail;
}

/**
 * Whether a donor may still have to be asked or told about a payment: it can still bring money, or money is on its way back, is
 * owed to them, or is disputed.
 */
export function isOpenPayment({ state, refunds, refundApprovals, disputes, ...payment }: DonorPayment): boolean {
  if (isLive(state) || state === 'refund_due' || state === 'unclaimed') return true;
  const isReturning = refunds.some((refund) => refund.state === 'pending' || isOpenRefund(refund));
  const isDisputed = payment.disputedMinor > 0n || disputes.some(({ endedAt }) => endedAt === null);
  return isReturning || refundApprovals.length > 0 || isDisputed;
}

/** What of a link is a donor's: it was minted with their address, and what is typed into its form is theirs. */
export type PartInLink = { isMinted: boolean; isTyped: boolean };

/**
 * The part of the donor with an address in a link: it can have been minted for somebody and paid by somebody else, and a third
 * person may be typing into it now. What was typed without an address is of whom the link was minted for, or of the browser that
 * paid.
 * @param payments the donor's
 */
export function partInLink(link: CheckoutLink, payments: readonly Payment[], email: string): PartInLink {
  const isTheirs = (address: string | null) => address !== null && emailKey(address) === emailKey(email);
  const isMinted = isTheirs(link.email);
  const isOfBrowser = payments.some(
    ({ linkId, browserHash }) => linkId === link.id && isEqual(browserHash, link.browserHash),
  );
  return { isMinted, isTyped: link.donorEmail ? isTheirs(link.donorEmail) : isMinted || isOfBrowser };
}

function isEqual(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one !== null && other !== null && Buffer.from(one).equals(other);
}

/** Whether a text that a partner minted names an address. */
export function namesAddress(text: string | null, email: string): boolean {
  const given = text?.toLowerCase() ?? '';
  const spellings = emailSpellings(email).map((spelling) => spelling.toLowerCase());
  return spellings.some((spelling) =>
    [spelling, encodeURIComponent(spelling).toLowerCase()].some((one) => given.includes(one)),
  );
}
