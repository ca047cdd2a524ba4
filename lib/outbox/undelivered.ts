import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import type { Prisma } from '#prisma/generated/client.ts';

/** Mails that could not be made, or that the mail server has not accepted yet, after at least one try. */
export const UNDELIVERED = { sentAt: null, lastError: { not: null } } satisfies Prisma.EmailWhereInput;

/** Those of them that are still tried, or of which staff have to find out whether they arrived. */
export const WAITING_MAILS = { ...UNDELIVERED, undeliverableAt: null } satisfies Prisma.EmailWhereInput;

/** Those that were given up, because the mail server refuses their recipient for good. */
export const GIVEN_UP = { sentAt: null, undeliverableAt: { not: null } } satisfies Prisma.EmailWhereInput;

/** What staff decide about a mail that was given up. */
export const GIVEN_UP_DECISIONS = ['send_again', 'delete'] as const;

/** Sends a mail that was given up once more, or deletes it. About one that no longer is, the result is false. */
export async function resolveGivenUp(tx: Tx, id: string, end: (typeof GIVEN_UP_DECISIONS)[number]): Promise<boolean> {
  const where = { id, ...GIVEN_UP };
  if (end === 'delete') return (await tx.email.deleteMany({ where })).count > 0;
  const { count } = await tx.email.updateMany({ where, data: { undeliverableAt: null, lastError: null } });
  if (count > 0) await enqueue(tx, 'deliver_email', { id });
  return count > 0;
}
