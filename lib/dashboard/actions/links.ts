import { z } from 'zod';
import { linkStatus } from '#lib/checkout-links/status.ts';
import type { Tx } from '#lib/db.ts';
import { liftPause } from '#lib/payments/card-testing.ts';
import { liftDeclineLock } from '#lib/payments/declines.ts';
import { cancelLink } from '#lib/payments/end-link.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { dashboardAction, refuse } from '../action.ts';
import type { FaultCode } from '../page-view.ts';

const WHY_NOT = {
  completed: 'linkCompleted',
  expired: 'linkExpired',
  open: 'refused',
} as const satisfies Record<string, FaultCode>;

async function findLinkRow(tx: Tx, { id }: Record<string, unknown>) {
  return typeof id === 'string' ? tx.checkoutLink.findUnique({ where: { id }, select: { id: true } }) : null;
}

/** Cancels a link; a payment that was faster completes it instead, which is said (decisions.md 3). */
export const cancelLinkAction = dashboardAction({
  name: 'link.cancel',
  input: z.object({}),
  find: findLinkRow,
  run: async ({ resource: { id }, now }) => {
    const link = await cancelLink(id, now).catch((error: unknown) => {
      if (isProblem(error) && error.status === 503) return refuse('gatewayAway');
      throw error;
    });
    const status = linkStatus(link);
    if (status !== 'cancelled') return refuse(WHY_NOT[status]);
    // The instant is the mark of whose call it was that ended the link.
    if (link.cancelledAt?.getTime() !== now.getTime()) return refuse('linkCancelled');
    return { notice: 'linkCancelled' };
  },
});

/** Lets a link be paid again that was locked after many declines (decisions.md 24). */
export const liftLockAction = dashboardAction({
  name: 'link.lift_lock',
  input: z.object({}),
  find: findLinkRow,
  act: async (tx, { resource: { id }, now }) => {
    await liftDeclineLock(tx, id, now);
    return { notice: 'lockLifted', audit: { subject: id } };
  },
});

/** Takes card payments again of a network, or for a cause, that were paused after many declines (decisions.md 24). */
export const liftPauseAction = dashboardAction({
  name: 'card_pause.lift',
  input: z.object({}),
  find: async (tx, { id }) =>
    typeof id === 'string'
      ? tx.cardPause.findUnique({ where: { id }, select: { id: true, kind: true, linkId: true } })
      : null,
  act: async (tx, { resource: { id, kind, linkId }, now }) => {
    await liftPause(tx, id, now);
    return { notice: 'pauseLifted', audit: { subject: id, data: { kind, link: linkId } } };
  },
});
