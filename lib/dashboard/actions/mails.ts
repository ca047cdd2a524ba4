import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { IN_DOUBT_DECISIONS, resolveInDoubt } from '#lib/outbox/in-doubt.ts';
import { GIVEN_UP_DECISIONS, resolveGivenUp } from '#lib/outbox/undelivered.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { Email } from '#prisma/generated/client.ts';
import { dashboardAction } from '../action.ts';

const NOTICES = { delivered: 'mailDelivered', send_again: 'mailSentAgain', delete: 'mailDeleted' } as const;

/**
 * Staff decide about a mail that may have been delivered, that it arrived or is sent again; and about one that was given up, that
 * it is sent again or deleted.
 */
export const resolveMailAction = dashboardAction({
  name: 'mail.resolve',
  input: z.object({ end: z.enum([...IN_DOUBT_DECISIONS, ...GIVEN_UP_DECISIONS]) }),
  find: async (tx, { id }) => (typeof id === 'string' ? tx.email.findUnique({ where: { id }, select: SELECT }) : null),
  async act(tx, { resource, input: { end } }) {
    // Somebody else has decided, or the form was sent twice.
    if (!(await resolve(tx, resource, end))) throw new DomainError('wrong_state');
    return { notice: NOTICES[end], audit: { subject: resource.id, data: { end } } };
  },
});

const SELECT = { id: true, begunAt: true, undeliverableAt: true } as const;

/** Whether it was done: not where the mail no longer waits for such a decision. */
async function resolve(tx: Tx, mail: Pick<Email, keyof typeof SELECT>, end: keyof typeof NOTICES): Promise<boolean> {
  if (mail.undeliverableAt === null) return end !== 'delete' && resolveInDoubt(tx, mail, end);
  return end !== 'delivered' && resolveGivenUp(tx, mail.id, end);
}
