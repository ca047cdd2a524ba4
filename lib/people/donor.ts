import type { Tx } from '#lib/db.ts';
import { emailKey, emailSpellings } from '#lib/email-key.ts';
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
  const payments = await paymentsOf(tx, ids);
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

/** One query after another, because a transaction has one connection. */
async function paymentsOf(tx: Tx, ids: string[]): Promise<DonorPayment[]> {
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

/** Addresses of payments have one spelling. Both columns have an index on it in lower case. */
async function paymentIdsOf(tx: Tx, email: string): Promise<string[]> {
  const key = emailKey(email);
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM payments WHERE lower(donor_email) = ${key} OR lower(receipt_email) = ${key}`;
  return found.map(({ id }) => id);
}

/** Links keep an address as it was minted or typed. */
async function linkIdsOf(tx: Tx, email: string): Promise<string[]> {
  const [ascii, typed] = emailSpellings(email);
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM checkout_links
     WHERE lower(email) IN (${ascii}, ${typed}) OR lower(donor_email) IN (${ascii}, ${typed})`;
  return found.map(({ id }) => id);
}

async function mailIdsAbout(tx: Tx, paymentIds: string[]): Promise<string[]> {
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

/** Whether a text that a partner minted names an address. */
export function namesAddress(text: string | null, email: string): boolean {
  const given = text?.toLowerCase() ?? '';
  return emailSpellings(email).some(
    (spelling) => given.includes(spelling) || given.includes(encodeURIComponent(spelling)),
  );
}
