import { z } from 'zod';
import { IN_DOUBT_DECISIONS, resolveInDoubt } from '#lib/outbox/in-doubt.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { dashboardAction } from '../action.ts';

/** Staff decide about a mail that may have been delivered: it arrived, or it is sent again. */
export const resolveInDoubtAction = dashboardAction({
  name: 'mail.resolve',
  input: z.object({ end: z.enum(IN_DOUBT_DECISIONS) }),
  find: async (tx, { id }) =>
    typeof id === 'string' ? tx.email.findUnique({ where: { id }, select: { id: true, begunAt: true } }) : null,
  async act(tx, { resource, input: { end } }) {
    // Somebody else has decided, or the form was sent twice.
    if (!(await resolveInDoubt(tx, resource, end))) throw new DomainError('wrong_state');
    const notice = end === 'delivered' ? 'mailDelivered' : 'mailSentAgain';
    return { notice, audit: { subject: resource.id, data: { end } } };
  },
});
