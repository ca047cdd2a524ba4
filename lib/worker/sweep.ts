import { acceptance } from '#lib/causes/states.ts';
import { PAST_EXPIRY_SQL } from '#lib/checkout-links/status.ts';
import { db, transaction } from '#lib/db.ts';
import { DIGEST, digestsDue } from '#lib/emails/allowance.ts';
import { deleteExpiredResponses } from '#lib/http/idempotency.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import type { QueueName } from '#lib/jobs/queues.ts';
import { scheduleHourlyCheck } from '#lib/ledger/hourly-check.ts';
import { deleteOldMails } from '#lib/outbox/delete-old.ts';
import { AT_MOST_ONCE, IN_DOUBT } from '#lib/outbox/in-doubt.ts';
import { deleteOldCallers } from '#lib/payments/card-testing/callers.ts';
import { scheduleForgetting } from '#lib/people/forget-people.ts';
import { scheduleDailyReconciliation } from '#lib/reconciliation/daily.ts';
import { deleteExpired } from '#lib/sessions/delete-expired.ts';

/** Younger work than this is left to its own job. In milliseconds. */
const OVERDUE_MS = 2 * 60 * 1000;
/**
 * The most rows of each kind in one sweep. Where a row can stay for ever, as a payment at an account without keys does, any of them
 * are taken: always the same ones would leave no place for the rest.
 */
const BATCH = 500;

/** Links past their expiry that have a live attempt and no approved payment. Parameters: the time now, how many. */
const LINKS_TO_END = `
  SELECT id FROM (
    SELECT DISTINCT l.id FROM payments p JOIN checkout_links l ON l.id = p.link_id
     WHERE p.state IN ('starting', 'pending') AND ${PAST_EXPIRY_SQL} AND l.expired_at IS NULL AND l.cancelled_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM payments a WHERE a.link_id = l.id AND a.state = 'approved')) ended
   ORDER BY random() LIMIT $2`;

/**
 * Finds work whose job was lost: refunds to perform, links past their expiry with live attempts, attempts that must
 * not be paid any more, unknown gateway fees and releases, unhandled events, unsent mail. Correctness does not depend on it,
 * because status is derived on read; it acts on links that are not read. Also deletes expired idempotency keys,
 * sessions, challenges and callers' networks, and delivered mails that are old.
 * @param batch the most rows of each kind
 * @returns how many jobs it enqueued.
 */
export async function sweep(now: Date, batch = BATCH): Promise<number> {
  const before = new Date(now.getTime() - OVERDUE_MS);
  const enqueueAll = async (queue: QueueName, ids: { id: string }[]) => {
    for (const { id } of ids) await transaction((tx) => enqueue(tx, queue, { id }));
    return ids.length;
  };
  const take = { select: { id: true }, take: batch } as const;
  const links = await db().$queryRawUnsafe<{ id: string }[]>(LINKS_TO_END, now, batch);
  // Disputed unmatched funds are not refunded yet. They must not use up the batch.
  const refunds = await db().refund.findMany({
    where: {
      state: 'pending',
      createdAt: { lt: before },
      OR: [{ requestedBy: { not: null } }, { payment: { disputedMinor: 0 } }],
    },
    orderBy: { createdAt: 'asc' },
    ...take,
  });
  const contacts = await db().termsChange.findMany({
    where: { endedAt: null, contactAt: { lt: before } },
    orderBy: { contactAt: 'asc' },
    ...take,
  });
  const events = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM gateway_events WHERE handled_at IS NULL AND received_at < ${before} ORDER BY random() LIMIT ${batch}`;
  const costs = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM payments WHERE cost_due_at <= ${now} ORDER BY random() LIMIT ${batch}`;
  await deleteExpiredResponses(now);
  await deleteExpired(now);
  await deleteOldCallers(now);
  await deleteOldMails(now);
  await scheduleHourlyCheck(now);
  await scheduleDailyReconciliation(now);
  await scheduleForgetting(now);
  // A digest collects for a day before it is delivered. Staff decide about what is in doubt, or was given up.
  const emails = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM emails
     WHERE sent_at IS NULL AND undeliverable_at IS NULL AND created_at < ${before} AND NOT (template = ${DIGEST} AND created_at > ${digestsDue(now)})
       AND NOT (template = ANY(${AT_MOST_ONCE}) AND last_error IS NOT DISTINCT FROM ${IN_DOUBT})
     ORDER BY random() LIMIT ${batch}`;
  return (
    (await enqueueAll('settle_link', links)) +
    (await enqueueAll('check_payment', await unwantedAttempts(now, batch))) +
    (await enqueueAll('check_payment', costs)) +
    (await enqueueAll('perform_refund', refunds)) +
    (await enqueueAll('change_contact', contacts)) +
    (await enqueueAll('handle_event', events)) +
    (await enqueueAll('deliver_email', emails))
  );
}

/** Live attempts on links that are paid, or whose cause no longer collects, for example since its closing time. */
async function unwantedAttempts(now: Date, batch: number): Promise<{ id: string }[]> {
  const causes = await db().$queryRaw<{ key: string; state: string; closesAt: Date | null }[]>`
    SELECT DISTINCT c.key, c.state, c.closes_at AS "closesAt"
      FROM payments p JOIN causes c ON c.key = p.cause_key WHERE p.state = 'pending'`;
  const stopped = causes.filter((cause) => acceptance(cause, now) !== 'accepting').map(({ key }) => key);
  return db().$queryRaw<{ id: string }[]>`
    SELECT id FROM payments p
     WHERE state = 'pending' AND (cause_key = ANY(${stopped}::text[])
       OR EXISTS (SELECT 1 FROM payments a WHERE a.link_id = p.link_id AND a.state = 'approved'))
     ORDER BY random() LIMIT ${batch}`;
}
