import { db } from '#lib/db.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import { REFUND_REASONS } from '#lib/payments/judge.ts';
import { PAYMENT_STATES } from '#lib/payments/states.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import type { Dispute, Payment, Prisma } from '#prisma/generated/client.ts';
import type { Query } from '../open-page.ts';
import { DISPUTE_WORDS, type Listed, type PaymentRow, type PaymentStanding } from '../staff-view.ts';
import { chosen, searchText } from './filters.ts';

const PAGE_SIZE = 50;
/** Payments of one link, or of one number at a gateway, are few. */
const MAX_FOUND = 500;

/** What of the payments is shown; each has an index in the order of the list. */
export const PAYMENT_VIEWS = {
  all: {},
  approved: { state: 'approved' },
  pending: { state: 'pending' },
  not_counted: { refundReason: { not: null } },
  refund_due: { state: 'refund_due' },
  given_back: { refundedMinor: { gt: 0 } },
  disputed: { OR: [{ disputedMinor: { gt: 0 } }, { chargedBackMinor: { gt: 0 } }] },
} as const satisfies Record<string, Prisma.PaymentWhereInput>;
export type PaymentView = keyof typeof PAYMENT_VIEWS;

/** What of a payment's surroundings its row is made from. */
export const SHOWN_PAYMENT = {
  link: { select: { cause: { select: { title: true, country: true } } } },
  disputes: true,
} as const;
type ShownPayment = Payment & { link: { cause: { title: string; country: string } }; disputes: Dispute[] };

/** Payments, the newest first: all, those of one view, of a cause, or those that a text names. */
export async function listPayments(query: Query, after: Cursor | undefined): Promise<Listed<PaymentRow>> {
  const view = chosen(query, 'show', Object.keys(PAYMENT_VIEWS) as PaymentView[]) ?? 'all';
  const [text, causeKey] = [searchText(query), searchText(query, 'cause')];
  const found = await db().payment.findMany({
    where: {
      ...PAYMENT_VIEWS[view],
      ...(text === undefined ? {} : { id: { in: await findIds(text) } }),
      ...(causeKey === undefined ? {} : { causeKey }),
      ...olderThan(after, 'createdAt', 'id'),
    },
    orderBy: newestFirst('createdAt', 'id'),
    take: PAGE_SIZE + 1,
    include: SHOWN_PAYMENT,
  });
  const page = cutPage(found, PAGE_SIZE, ({ createdAt: at, id }) => ({ at, id }));
  return { rows: page.rows.map(paymentRow), after: page.after };
}

/** By our own number, by that of the link, or by the gateway's for what was started or for the money. */
async function findIds(text: string): Promise<string[]> {
  const gateway = { in: gatewayNames() };
  const found = await db().payment.findMany({
    where: {
      OR: [
        { id: text },
        { linkId: text },
        { gateway, gatewayReference: text },
        { gateway, gatewayPaymentId: text },
      ],
    },
    select: { id: true },
    take: MAX_FOUND,
  });
  return found.map(({ id }) => id);
}

/** Every attempt to pay a link, in their order. */
export async function paymentsOfLink(linkId: string): Promise<PaymentRow[]> {
  const found = await db().payment.findMany({
    where: { linkId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MAX_FOUND,
    include: SHOWN_PAYMENT,
  });
  return found.map(paymentRow);
}

/** A payment as lists show it, field by field. */
export function paymentRow(payment: ShownPayment): PaymentRow {
  const { id, linkId, causeKey, currency, createdAt } = payment;
  const { title, country } = payment.link.cause;
  return {
    ...{ id, linkId, causeKey, createdAt },
    causeTitle: title,
    amount: { amountMajor: Number(payment.amount), currency, country },
    standing: standingOf(payment),
    dispute: disputeOf(payment.disputes),
    reason: payment.refundReason === null ? null : oneOf(REFUND_REASONS, payment.refundReason),
    rail: oneOf(PAYMENT_METHODS, payment.rail),
  };
}

/** The word for all disputes of a payment: the gravest of them. */
function disputeOf(disputes: Dispute[]): PaymentRow['dispute'] {
  const words = disputes.map(({ kind, status }) => (kind === 'inquiry' && status === 'open' ? kind : status));
  return DISPUTE_WORDS.find((word) => words.includes(word)) ?? null;
}

function standingOf({ state, refundedMinor, amountMinor }: Payment): PaymentStanding {
  const known = oneOf(PAYMENT_STATES, state);
  if (known !== 'approved' || refundedMinor === 0n) return known;
  return refundedMinor >= (amountMinor ?? 0n) ? 'all_refunded' : 'part_refunded';
}
