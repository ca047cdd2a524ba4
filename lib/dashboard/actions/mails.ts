import { z } from 'zod';
import { DOUBT_ENDS, endDoubt, FOR_STAFF } from '#lib/outbox/in-doubt.ts';
import { dashboardAction } from '../action.ts';

/** Staff decide about a mail that may have been delivered: it arrived, or it is sent again. */
export const endDoubtAction = dashboardAction({
  name: 'mail.end_doubt',
  input: z.object({ end: z.enum(DOUBT_ENDS) }),
  find: async (tx, { id }) =>
    typeof id === 'string'
      ? tx.email.findFirst({ where: { id, ...FOR_STAFF }, select: { id: true, begunAt: true } })
      : null,
  async act(tx, { resource, input: { end } }) {
    await endDoubt(tx, resource, end);
    return { notice: end === 'delivered' ? 'mailDelivered' : 'mailSentAgain' };
  },
});
