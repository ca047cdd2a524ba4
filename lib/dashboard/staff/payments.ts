import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import { PAYMENT_STATES, type PaymentState } from '#lib/payments/states.ts';
import { REFUND_REASONS } from '#lib/payments/sync/decisions.ts';
import { donorEmailOf } from '#lib/people/donor.ts';
import { readReceiptNumber } from '#lib/receipts/receipt-number.ts';
import type { Dispute, Payment, Prisma } from '#prisma/generated/client.ts';
import { fromMinor } from './amounts.ts';
import { hasDays, type ListQuery, readChoice, searchText, withinDays } from './filters.ts';
import { paymentsMatching } from './find-payments.ts';
import { listPage, type StaffList } from './list.ts';
import { byAmount, byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';

/** A link has few payments. */
const MAX_FOUND = 500;

/** A card that was declined leaves its attempt open, for the donor to try another one. */
const DECLINED: Prisma.PaymentWhereInput = {
  OR: [{ state: 'declined' }, { state: { in: ['pending', 'canceled'] }, lastError: { not: null } }],
};

/** The selections of payments; each has an index in the order of the list. */
export const PAYMENT_CHOICES = {
  all: {},
  approved: { state: 'approved' },
  /** Also one that was declined before: the gateway is deciding about another try. */
  pending: { state: 'pending', OR: [{ lastError: null }, { processing: true }] },
  declined: DECLINED,
  not_counted: { refundReason: { not: null } },
  refund_due: { state: 'refund_due' },
  unclaimed: { state: 'unclaimed' },
  given_back: { refundedMinor: { gt: 0 } },
  disputed: { OR: [{ disputedMinor: { gt: 0 } }, { chargedBackMinor: { gt: 0 } }] },
} as const satisfies Record<string, Prisma.PaymentWhereInput>;
export type PaymentChoice = keyof typeof PAYMENT_CHOICES;

/** Data for a payment's row, in addition to the payment. */
export const PAYMENT_ROW_INCLUDE = {
  link: {
    select: {
      externalReference: true,
      cause: { select: { title: true } },
      client: { select: { name: true } },
    },
  },
  disputes: true,
} as const;
type ShownPayment = Prisma.PaymentGetPayload<{ include: typeof PAYMENT_ROW_INCLUDE }>;

export type PaymentRow = ReturnType<typeof paymentRow>;

/**
 * The status of a payment: its stored state, and the refunded share of an approved one. `declined_open`: the donor can
 * still try again.
 */
export type StaffPaymentStatus = PaymentState | 'part_refunded' | 'all_refunded' | 'declined_open';

/** The statuses of a dispute, most serious first; an open inquiry has its own. */
const DISPUTE_STATUS_ORDER = ['open', 'inquiry', 'lost', 'won', 'closed'] as const;
export type ShownDisputeStatus = (typeof DISPUTE_STATUS_ORDER)[number];

/** Payments, newest first: all, those of a selection or of a cause, or those that match a search. */
export async function paymentList(query: ListQuery): Promise<StaffList<ShownPayment, PaymentRow>> {
  const choice = readChoice(query, 'show', Object.keys(PAYMENT_CHOICES) as PaymentChoice[]) ?? 'all';
  const [text, causeKey] = [searchText(query), searchText(query, 'cause')];
  // Of few among many, an index of amounts would be read from end to end.
  const { where: matching, isCut } = text === undefined ? { where: {}, isCut: false } : await paymentsMatching(text);
  const isNarrow = hasDays(query) || causeKey !== undefined || 'causeKey' in matching || choice === 'declined';
  return {
    isCut,
    where: {
      AND: [PAYMENT_CHOICES[choice], withinDays(query, 'createdAt'), matching],
      ...(causeKey === undefined ? {} : { causeKey }),
    },
    orders: { ...byTime('createdAt'), ...(isNarrow ? {} : byAmount('amount')) },
    find: (where, paging) => db().payment.findMany({ where, ...paging, include: PAYMENT_ROW_INCLUDE }),
    count: (where, paging) => db().payment.count({ where, ...paging }),
    present: (payments) => payments.map(paymentRow),
  };
}

/** A page of that list. */
export async function listPayments(query: ListQuery): Promise<Listed<PaymentRow>> {
  return listPage(await paymentList(query), query);
}

/** Whether the list is searched by a receipt number whose checksum does not hold: somebody misread or mistyped it. */
export function isMistypedReceiptNumber(query: ListQuery): boolean {
  return readReceiptNumber(searchText(query) ?? '') === 'mistyped';
}

/** Every attempt to pay a link, in order. */
export async function paymentsOfLink(linkId: string): Promise<PaymentRow[]> {
  const found = await db().payment.findMany({
    where: { linkId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MAX_FOUND,
    include: PAYMENT_ROW_INCLUDE,
  });
  return found.map(paymentRow);
}

/** A payment as lists show it, field by field. */
export function paymentRow(payment: ShownPayment) {
  const { id, linkId, causeKey, createdAt, donorName } = payment;
  const { externalReference, client, cause } = payment.link;
  return {
    id,
    linkId,
    causeKey,
    createdAt,
    /** The partner's reference of the link. */
    externalReference,
    causeTitle: cause.title,
    clientName: client.name,
    donor: { name: donorName, email: readableEmail(donorEmailOf(payment)) },
    amount: amountOf(payment),
    /** When the money came; null if none did. */
    receivedAt: payment.succeededAt,
    /** Of the amount, what was refunded, what open chargebacks hold back, and what lost ones took. */
    refunded: fromMinor(payment.refundedMinor, payment.currency),
    disputed: fromMinor(payment.disputedMinor, payment.currency),
    chargedBack: fromMinor(payment.chargedBackMinor, payment.currency),
    status: statusOf(payment),
    declineCode: declineCodeOf(payment),
    dispute: disputeOf(payment.disputes),
    reason: payment.refundReason === null ? null : oneOf(REFUND_REASONS, payment.refundReason),
    rail: oneOf(PAYMENT_METHODS, payment.rail),
    /** The last four digits, by which donors tell of a card; null where the gateway reported none. */
    cardLast4: payment.cardLast4,
  };
}

/** The amount received, exactly; before that, the one that was requested. */
export function amountOf({ amount, amountMinor, currency }: Pick<Payment, 'amount' | 'amountMinor' | 'currency'>) {
  return amountMinor === null ? { amountMajor: Number(amount), currency } : fromMinor(amountMinor, currency);
}

/** The gateway's code for why the last try was declined; null if none was, or if a later one is under way. */
function declineCodeOf({ state, lastError, processing }: Payment): string | null {
  const isDeclined = state === 'declined' || state === 'canceled' || (state === 'pending' && !processing);
  return isDeclined ? lastError : null;
}

/** The status of all disputes of a payment: the most serious of them. */
function disputeOf(disputes: Dispute[]): ShownDisputeStatus | null {
  const words = disputes.map(({ kind, status }) => (kind === 'inquiry' && status === 'open' ? kind : status));
  return DISPUTE_STATUS_ORDER.find((word) => words.includes(word)) ?? null;
}

function statusOf(payment: Payment): StaffPaymentStatus {
  const { state, refundedMinor, amountMinor } = payment;
  const known = oneOf(PAYMENT_STATES, state);
  if (declineCodeOf(payment) !== null) return known === 'pending' ? 'declined_open' : 'declined';
  if (known !== 'approved' || refundedMinor === 0n) return known;
  return refundedMinor >= (amountMinor ?? 0n) ? 'all_refunded' : 'part_refunded';
}
