import { z } from 'zod';
import { linkStatus } from '#lib/checkout-links/status.ts';
import type { Tx } from '#lib/db.ts';
import { liftDeclineLock, liftPause } from '#lib/payments/card-testing/decline-limits.ts';
import { cancelLink } from '#lib/payments/sync/end-link.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { isProblem } from '#lib/problems/problem.ts';
import type { RefusalCode } from '#lib/problems/refusals.ts';
import { dashboardAction, REASON } from '../action.ts';
import { reviewOfLink } from '../staff/reviews.ts';

/** Why a link cannot be cancelled, by its status. */
const NOT_CANCELLED = {
  completed: 'link_completed',
  expired: 'link_expired',
  open: 'not_allowed',
} as const satisfies Record<string, RefusalCode>;

/** A link, with the owner of its cause. */
async function findLinkRow(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const found = await tx.checkoutLink.findUnique({
    where: { id },
    select: { id: true, declinesLiftedAt: true, cause: { select: { ownerId: true } } },
  });
  return found && { ...found, ownerId: found.cause.ownerId };
}

/** Cancels a link. A payment that was faster completes it instead, and the form says so (ruling 3). */
export const cancelLinkAction = dashboardAction({
  name: 'link.cancel',
  input: z.object({ reason: REASON }),
  find: findLinkRow,
  data: ({ reason }) => ({ reason }),
  review: (tx, { resource: { id } }) => reviewOfLink(tx, id),
  run: async ({ resource: { id }, now }) => {
    const link = await cancelLink(id, now).catch((error: unknown) => {
      const isUnavailable = isProblem(error) && error.status === 503;
      throw isUnavailable ? new DomainError('gateway_unavailable', { cause: error }) : error;
    });
    const status = linkStatus(link);
    if (status !== 'cancelled') throw new DomainError(NOT_CANCELLED[status]);
    // The time shows whether this call cancelled the link, or an earlier one.
    if (link.cancelledAt?.getTime() !== now.getTime()) throw new DomainError('link_cancelled');
    return { notice: 'linkCancelled' };
  },
});

/** Lifts the lock of a link after many declines (ruling 24). */
export const unlockLinkAction = dashboardAction({
  name: 'link.unlock',
  input: z.object({}),
  find: findLinkRow,
  act: async (tx, { resource: { id, declinesLiftedAt }, now }) => {
    await liftDeclineLock(tx, id, now);
    const change = { before: { declinesLiftedAt }, after: { declinesLiftedAt: now } };
    return { notice: 'lockLifted', audit: { subject: id, data: change } };
  },
});

/** Ends a pause of card payments of a network or cause (ruling 24): the one that the page showed, which began then. */
export const liftPauseAction = dashboardAction({
  name: 'card_pause.lift',
  input: z.object({ reason: REASON, seen: z.iso.datetime() }),
  find: async (tx, { id }) => {
    if (typeof id !== 'string') return null;
    const found = await tx.cardPause.findUnique({
      where: { id },
      select: { id: true, kind: true, linkId: true, endsAt: true },
    });
    return found && { ...found, ownerId: (await findLinkRow(tx, { id: found.linkId }))?.ownerId ?? null };
  },
  act: async (tx, { input: { reason, seen }, resource: { id, kind, linkId, endsAt }, now }) => {
    await liftPause(tx, id, new Date(seen), now);
    const change = { before: { endsAt }, after: { endsAt: now } };
    return { notice: 'pauseLifted', audit: { subject: id, data: { kind, link: linkId, ...change, reason } } };
  },
});
