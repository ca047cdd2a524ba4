import { db } from '#lib/db.ts';
import { type Cursor, newerThan, newestFirst, olderThan } from '#lib/keyset.ts';
import { DISPUTE_KINDS, DISPUTE_STATUSES } from '#lib/rails/port.ts';
import type { Dispute, Prisma } from '#prisma/generated/client.ts';
import type { Query } from '../open-page.ts';
import type { DisputeRow, DueView, Listed } from '../staff-view.ts';
import { fromMinor } from './amounts.ts';
import { chosen } from './filters.ts';
import { listParts, type Part } from './parts.ts';

const PAGE_SIZE = 50;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From then on an answer is urgent. */
const SOON_MS = 3 * DAY_MS;

const SHOWN = {
  payment: { select: { link: { select: { cause: { select: { title: true, country: true } } } } } },
} as const;
type Found = Prisma.DisputeGetPayload<{ include: typeof SHOWN }>;

export const DISPUTE_VIEWS = ['open', 'all'] as const;
export type DisputeView = (typeof DISPUTE_VIEWS)[number];

/** Disputes that their gateway waits for an answer to. */
export const TO_ANSWER = { status: 'open', respondBy: { not: null } } satisfies Prisma.DisputeWhereInput;

/** With a date to answer by, the most urgent first. */
const TO_ANSWER_FIRST: Part<Found> = {
  find: (after, take) =>
    db().dispute.findMany({
      where: { ...TO_ANSWER, ...newerThan(after, 'respondBy', 'id') },
      orderBy: [{ respondBy: 'asc' }, { id: 'asc' }],
      ...{ take, include: SHOWN },
    }),
  cursorOf: ({ respondBy, openedAt, id }) => ({ at: respondBy ?? openedAt, id }),
};

/** Open, and nothing is asked of us. */
const UNDECIDED: Part<Found> = {
  find: (after, take) =>
    db().dispute.findMany({
      where: { status: 'open', respondBy: null, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      ...{ take, include: SHOWN },
    }),
  cursorOf: ({ openedAt: at, id }) => ({ at, id }),
};

/** The newest first. */
const ENDED: Part<Found> = {
  find: (after, take) =>
    db().dispute.findMany({
      where: { status: { not: 'open' }, ...olderThan(after, 'openedAt', 'id') },
      orderBy: newestFirst('openedAt', 'id'),
      ...{ take, include: SHOWN },
    }),
  cursorOf: ({ openedAt: at, id }) => ({ at, id }),
};

/** Disputes: those that are open by the date to answer them, and with `show=all` the others after them. */
export async function listDisputes(
  query: Query,
  after: Cursor | undefined,
  now: Date,
): Promise<Listed<DisputeRow>> {
  const view = chosen(query, 'show', DISPUTE_VIEWS) ?? 'open';
  const parts = [TO_ANSWER_FIRST, UNDECIDED, ...(view === 'all' ? [ENDED] : [])];
  const page = await listParts(parts, after, PAGE_SIZE);
  const rows = page.rows.map((dispute) => disputeRow(dispute, dispute.payment.link.cause, now));
  return { rows, after: page.after };
}

/** A dispute as lists show it, field by field. */
export function disputeRow(
  dispute: Dispute,
  cause: { title: string; country: string },
  now: Date,
): DisputeRow {
  const { id, paymentId, gateway, gatewayDisputeId, amountMinor, currency } = dispute;
  const { respondBy, openedAt, endedAt } = dispute;
  return {
    ...{ id, paymentId, gateway, gatewayDisputeId, respondBy, openedAt, endedAt },
    causeTitle: cause.title,
    kind: known(DISPUTE_KINDS, dispute.kind),
    status: known(DISPUTE_STATUSES, dispute.status),
    amount: fromMinor(amountMinor, currency, cause.country),
    due: respondBy && dispute.status === 'open' ? dueIn(respondBy, now) : null,
  };
}

/** How long is left until an instant, in whole hours below two days and in whole days from then on. */
function dueIn(respondBy: Date, now: Date): DueView {
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
