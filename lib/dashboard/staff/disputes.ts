import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { donorEmailOf } from '#lib/people/donor.ts';
import { DISPUTE_KINDS, DISPUTE_STATUSES } from '#lib/rails/port/reversals.ts';
import type { Dispute, Prisma } from '#prisma/generated/client.ts';
import { fromMinor } from './amounts.ts';
import { hasDays, type ListQuery, readChoice, withinDays } from './filters.ts';
import { listPage, type StaffList } from './list.ts';
import { byAmount, byId, byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An answer due within this time is urgent. */
const SOON_MS = 3 * DAY_MS;

const SHOWN = {
  payment: {
    select: {
      donorName: true,
      donorEmail: true,
      receiptEmail: true,
      link: {
        select: {
          externalReference: true,
          cause: { select: { title: true } },
          client: { select: { name: true } },
        },
      },
    },
  },
} as const;
type Found = Prisma.DisputeGetPayload<{ include: typeof SHOWN }>;

export type DisputeRow = ReturnType<typeof disputeRow>;
/** A dispute in the list of all payments' disputes, with whose payment it is. */
export type ListedDispute = ReturnType<typeof listedDispute>;
/** The time left to answer a dispute; `isSoon` within three days. */
export type DueView = { unit: 'over' } | { unit: 'hours' | 'days'; count: number; isSoon: boolean };

export const DISPUTE_CHOICES = ['open', 'all'] as const;

/** Disputes that wait for our evidence. */
export const AWAITING_EVIDENCE = { status: 'open', respondBy: { not: null } } satisfies Prisma.DisputeWhereInput;

/**
 * Disputes, filtered by the days on which they were opened. Urgent ones first: open ones with a deadline, then those with
 * nothing to do for us, and with `show=all` the ended ones, newest first.
 */
export function disputeList(query: ListQuery, now: Date): StaffList<Found, ListedDispute> {
  const isAll = readChoice(query, 'show', DISPUTE_CHOICES) === 'all';
  const open = { status: 'open' };
  return {
    where: { ...withinDays(query, 'openedAt'), ...(isAll ? {} : open) },
    orders: {
      urgent: [
        ...byTime('respondBy', 'id', AWAITING_EVIDENCE).oldest,
        byId({ ...open, respondBy: null }),
        ...(isAll ? byTime('openedAt', 'id', { status: { not: 'open' } }).newest : []),
      ],
      ...byTime('openedAt'),
      ...(hasDays(query) ? {} : byAmount('amountMinor')),
    },
    find: (where, paging) => db().dispute.findMany({ where, ...paging, include: SHOWN }),
    count: (where, paging) => db().dispute.count({ where, ...paging }),
    present: (disputes) => disputes.map((dispute) => listedDispute(dispute, now)),
  };
}

/** A page of that list. */
export function listDisputes(query: ListQuery, now: Date): Promise<Listed<ListedDispute>> {
  return listPage(disputeList(query, now), query);
}

function listedDispute(dispute: Found, now: Date) {
  const { donorName: name, link } = dispute.payment;
  return {
    ...disputeRow(dispute, link.cause, now),
    donor: { name, email: readableEmail(donorEmailOf(dispute.payment)) },
    clientName: link.client.name,
    externalReference: link.externalReference,
  };
}

/** A dispute as lists show it, field by field. */
export function disputeRow(dispute: Dispute, cause: { title: string }, now: Date) {
  const { id, paymentId, gateway, gatewayDisputeId, amountMinor, currency } = dispute;
  const { respondBy, openedAt, endedAt } = dispute;
  return {
    id,
    paymentId,
    gateway,
    gatewayDisputeId,
    respondBy,
    openedAt,
    endedAt,
    causeTitle: cause.title,
    kind: known(DISPUTE_KINDS, dispute.kind),
    status: known(DISPUTE_STATUSES, dispute.status),
    amount: fromMinor(amountMinor, currency),
    /** Null if no answer is due. */
    due: respondBy && dispute.status === 'open' ? timeLeft(respondBy, now) : null,
  };
}

/** The time left until an instant, in whole hours below two days and in whole days above. */
function timeLeft(respondBy: Date, now: Date): DueView {
  const left = respondBy.getTime() - now.getTime();
  if (left < 0) return { unit: 'over' };
  const isSoon = left <= SOON_MS;
  return left < 2 * DAY_MS
    ? { unit: 'hours', count: Math.floor(left / HOUR_MS), isSoon }
    : { unit: 'days', count: Math.floor(left / DAY_MS), isSoon };
}

function known<T extends string>(words: readonly T[], word: string): T {
  const found = words.find((one) => one === word);
  if (!found) throw new Error(`Bug: a dispute that is ${word}`);
  return found;
}
