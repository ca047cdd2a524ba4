import { randomUUID } from 'node:crypto';
import type { Currency } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { env } from '#lib/env.ts';
import type { LedgerAccount } from '#lib/ledger/accounts.ts';
import { figuresOf, NOTHING_POSTED, postedFacts } from '#lib/ledger/payment-figures.ts';
import { refundableMinorOf } from '#lib/ledger/payment-postings.ts';
import { KINDS, type TransactionKind } from '#lib/ledger/post.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import { refundedSoFar } from '#lib/payments/refunds/request-refund.ts';
import {
  failedAtGateway,
  isOpenRefund,
  PAYMENT_STATES,
  REFUND_RESOLUTIONS,
  REFUND_STATES,
} from '#lib/payments/states.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import { writeReceiptNumber } from '#lib/receipts/receipt-number.ts';
import type { CheckoutLink, Dispute, ManualRefund, Payment, Refund, RefundApproval } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { fromMinor, writeMinor } from './amounts.ts';
import { recentAudit } from './audit.ts';
import { disputeRow } from './disputes.ts';
import { transferRow } from './failed-refunds.ts';
import { moneyLine } from './money-line.ts';
import { listNotes } from './notes.ts';
import { PAYMENT_ROW_INCLUDE, paymentRow } from './payments.ts';

export type PaymentDetail = NonNullable<Awaited<ReturnType<typeof findPaymentDetail>>>;
export type RefundRow = PaymentDetail['refunds'][number];
export type LedgerRow = PaymentDetail['entries'][number];

/** The staff view of a payment; null if there is none. */
export async function findPaymentDetail(actorId: string, id: string, now: Date) {
  const payment = await db().payment.findUnique({
    where: { id },
    include: {
      link: { select: { ...PAYMENT_ROW_INCLUDE.link.select, feePercent: true } },
      refunds: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], include: { approval: true } },
      manualRefunds: { orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }] },
      refundApprovals: { where: { decidedAt: null } },
      disputes: { orderBy: [{ openedAt: 'desc' }, { id: 'desc' }] },
    },
  });
  if (!payment) return null;
  const { cause } = payment.link;
  const { attempt, gateway, gatewayReference, gatewayPaymentId, lastError, currency } = payment;
  const { succeededAt, settledAt, refundedAt, refundedMinor, refundsPendingMinor } = payment;
  const { cardBrand, cardLast4, cardWallet, bankName } = payment;
  return {
    ...paymentRow(payment),
    moneyLine: await moneyLineOf(payment, now),
    attempt,
    gateway,
    gatewayReference,
    gatewayPaymentId,
    // Of a try before the one that is under way, nothing is to be explained.
    lastError: payment.state === 'pending' && payment.processing ? null : lastError,
    succeededAt,
    settledAt,
    refundedAt,
    returned: refundedMinor === 0n ? null : fromMinor(refundedMinor, currency),
    /** What is reserved for refunds that were asked for and have not succeeded. */
    reserved: refundsPendingMinor === 0n ? null : fromMinor(refundsPendingMinor, currency),
    /** As it is read out; null without a receipt. */
    receiptNumber: payment.receiptNumber === null ? null : writeReceiptNumber(payment.receiptNumber),
    paidWith: { method: oneOf(PAYMENT_METHODS, payment.rail), cardBrand, cardLast4, cardWallet, bankName },
    donor: {
      name: payment.donorName,
      email: readableEmail(payment.donorEmail),
      /** Where the receipt was sent afterwards, if the donation was made without an address. */
      receiptEmail: readableEmail(payment.receiptEmail),
      isAnonymous: payment.donorAnonymous,
      isErased: payment.erasedDonor !== null,
    },
    disputes: payment.disputes.map((dispute) => disputeRow(dispute, cause, now)),
    refunds: await refundRows(payment.refunds, currency),
    /** What staff sent to the donor by hand, latest first. */
    transfers: await transferRows(payment.manualRefunds, currency),
    entries: await entriesOf(id),
    notes: await listNotes('payment', id),
    history: await recentAudit(id),
    /** The refund that waits for approval. */
    waiting: await waitingOf(actorId, payment),
    /** The values of the refund form; null if nothing can be refunded by hand. */
    refundable: refundable(payment),
  };
}

/** Where the money of a payment is now. */
async function moneyLineOf(payment: FoundPayment & Linked, now: Date) {
  const { id, currency, processing, releasedAt, isReleased, sentByHandMinor, refundsPendingMinor } = payment;
  const state = oneOf(PAYMENT_STATES, payment.state);
  const posted = (await postedFacts(db(), [id])).get(id) ?? NOTHING_POSTED;
  const figures = figuresOf({
    ...payment,
    amountMinor: payment.amountMinor ?? 0n,
    costMinor: posted.costMinor,
    feePercent: payment.link.feePercent.toFixed(4),
    counted: state === 'approved',
  });
  const facts = {
    state,
    processing,
    figures,
    currency,
    releasedAt,
    isReleased,
    sentByHandMinor,
    refundsPendingMinor,
    wonDispute: payment.disputes.some(({ kind, status }) => kind === 'chargeback' && status === 'won'),
  };
  return moneyLine(facts, now);
}

type Linked = {
  link: Pick<CheckoutLink, 'feePercent'>;
  disputes: Dispute[];
};
type FoundRefund = Refund & { approval: RefundApproval | null };
type FoundPayment = Payment & { refunds: FoundRefund[]; refundApprovals: RefundApproval[] };

/** Each rendered form has a new refund id: sent twice, it makes one refund. */
function refundable(payment: FoundPayment) {
  const { refunds, refundApprovals, state, currency, disputedMinor, gatewayPaymentId } = payment;
  const { allowSingleStaff, refundApprovalThreshold } = env();
  const leftMinor = refundableMinorOf(payment.amountMinor ?? 0n, payment);
  const isHeld = disputedMinor > 0n || refunds.some((one) => one.state === 'pending');
  if (refundApprovals.length > 0) return null;
  if (state !== 'approved' || !gatewayPaymentId || isHeld || leftMinor < 1n) return null;
  const key: string = randomUUID();
  return {
    left: fromMinor(leftMinor, currency),
    leftText: writeMinor(leftMinor, currency),
    seenMinor: String(refundedSoFar(payment)),
    key,
    /** Refunds of more than this in total need approval; null if none do. */
    approvalAbove: allowSingleStaff ? null : { amountMajor: refundApprovalThreshold[currency as Currency], currency },
  };
}

/** At most one refund of a payment waits for approval. */
async function waitingOf(actorId: string, { id: paymentId, currency, refundApprovals: [waiting] }: FoundPayment) {
  if (!waiting) return null;
  const { id, amountMinor, reason, requestedBy, requestedAt } = waiting;
  return {
    id,
    paymentId,
    reason,
    requestedAt,
    amount: fromMinor(amountMinor, currency),
    by: (await actorNames([requestedBy]))(requestedBy),
    /** The viewer requested it. */
    isOwn: (await partsOf(db(), 'refund.approve', actorId, { asked: requestedBy })).has('asked'),
  };
}

async function refundRows(refunds: FoundRefund[], currency: string) {
  const nameOf = await actorNames(
    refunds.flatMap(({ requestedBy, approval }) => [requestedBy, approval?.decidedBy ?? null]),
  );
  return refunds.map(({ id, amountMinor, state, requestedBy, resolvedAt, approval, ...refund }) => ({
    id,
    createdAt: refund.createdAt,
    lastError: refund.lastError,
    /** The reason that staff entered; null if the service refunds unmatched funds. */
    reason: requestedBy === null ? null : refund.reason,
    gatewayRefundId: refund.gatewayRefundId,
    /** When the bank returned the money after the donor had been notified of the refund. */
    returnedAt: refund.returnedAt,
    /** It failed and waits for staff. */
    isUnresolved: isOpenRefund({ state, resolvedAt, ...refund }),
    resolution: refund.resolution === null ? null : oneOf(REFUND_RESOLUTIONS, refund.resolution),
    /** It failed, and a later one replaced it. */
    isReplaced: failedAtGateway({ state, ...refund }) && resolvedAt !== null && refund.resolution === null,
    amount: fromMinor(amountMinor, currency),
    state: oneOf(REFUND_STATES, state),
    /** The requester; null if the service refunded unmatched funds. */
    by: requestedBy === null ? null : nameOf(requestedBy),
    /** Null if no approval was needed. */
    approvedBy: approval?.decidedBy ? nameOf(approval.decidedBy) : null,
  }));
}

async function transferRows(sent: readonly ManualRefund[], currency: string) {
  const nameOf = await actorNames(sent.map(({ recordedBy }) => recordedBy));
  return sent.map((one) => transferRow(one, currency, nameOf));
}

/** In the order in which they were posted; of those that were posted together, donations come before what they cost. */
async function entriesOf(paymentId: string) {
  const transactions = await db().ledgerTransaction.findMany({
    where: { paymentId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { entries: { orderBy: { line: 'asc' } } },
  });
  const kinds: readonly string[] = KINDS;
  const inOrder = transactions.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
  );
  return inOrder.flatMap(({ id, kind, at, entries }) =>
    entries.map((entry) => ({
      id: `${id}-${entry.line}`,
      at,
      detail: entry.detail,
      kind: kind as TransactionKind,
      account: entry.account as LedgerAccount,
      amount: fromMinor(entry.amountMinor, entry.currency),
    })),
  );
}
