import { z } from 'zod';
import { IN_DOUBT_DECISIONS, resolveInDoubt, WAITING_FOR_STAFF } from '#lib/outbox/in-doubt.ts';
import { dashboardAction } from '../action.ts';

/** Staff decide about a mail that may have been delivered: it arrived, or it is sent again. */
export const resolveInDoubtAction = dashboardAction({
  name: 'mail.resolve',
  input: z.object({ end: z.enum(IN_DOUBT_DECISIONS) }),
  find: async (tx, { id }) =>
    typeof id === 'string'
      ? tx.email.findFirst({ where: { id, ...WAITING_FOR_STAFF }, select: { id: true, begunAt: true } })
      : null,
  async act(tx, { resource, input: { end } }) {
    await resolveInDoubt(tx, resource, end);
    return { notice: end === 'delivered' ? 'mailDelivered' : 'mailSentAgain' };
  },
});
