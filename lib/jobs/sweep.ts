import { acceptance } from '#lib/causes/states.ts';
import { db, transaction } from '#lib/db.ts';
import { DIGEST, digestsDue } from '#lib/emails/allowance.ts';
import { forgetOldKeys } from '#lib/http/operation.ts';
import { forgetCallers } from '#lib/payments/card-callers.ts';
import { forgetExpired } from '#lib/sessions/forget.ts';
import { planLedgerCheck } from './check-ledger.ts';
import { enqueue, type QueueName } from './queue.ts';
import { planReconciliation } from './reconcile.ts';

/** Younger work than this is left to its own job, in milliseconds. */
const OVERDUE_MS = 2 * 60 * 1000;
/** How much one sweep takes on; the next minute's takes the rest. */
const BATCH = 500;

/**
 * Finds work that no job is doing any more: money to give back, links past their expiry with live attempts, attempts that
 * may not be paid any more, gateways' costs and releases not known, events not handled, mail not sent. Correctness does not wait for it (a read settles a link by
 * itself); it makes things happen where nobody looks. Forgets idempotency keys, sessions, challenges
 * and callers' networks whose time is over. Returns how many jobs
 * it made.
 */
export async function sweep(now: Date): Promise<number> {
  const before = new Date(now.getTime() - OVERDUE_MS);
  const unused = async (queue: QueueName, ids: { id: string }[]) => {
    for (const { id } of ids) await transaction((tx) => enqueue(tx, queue, { id }));
    return ids.length;
  };
  const take = { select: { id: true }, take: BATCH } as const;
  const links = await db().$queryRaw<{ id: string }[]>`
    SELECT DISTINCT l.id FROM payments p JOIN checkout_links l ON l.id = p.link_id
     WHERE p.state IN ('starting', 'pending') AND l.expires_at < ${now} AND l.expired_at IS NULL AND l.cancelled_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM payments a WHERE a.link_id = l.id AND a.state = 'approved')
     LIMIT ${BATCH}`;
  // What a bank holds back, or staff have seen to, is not given back by itself: it must not stand in the way of what is.
  const refunds = await db().payment.findMany({
    where: {
      ...{ state: 'refund_due', disputedMinor: 0, settledAt: { lt: before } },
      refunds: { none: { resolvedBy: { not: null } } },
    },
    orderBy: { createdAt: 'asc' },
    ...take,
  });
  const partial = await db().refund.findMany({
    where: { state: 'pending', requestedBy: { not: null }, createdAt: { lt: before } },
    orderBy: { createdAt: 'asc' },
    ...take,
  });
  const events = await db().gatewayEvent.findMany({
    where: { handledAt: null, receivedAt: { lt: before } },
    ...take,
  });
  const costs = await db().payment.findMany({ where: { costDueAt: { lte: now } }, ...take });
  // Recorded by a server of the release before this one, which asked for no release.
  const unasked = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM payments WHERE state = 'approved' AND released_at IS NULL AND cost_due_at IS NULL LIMIT ${BATCH}`;
  await forgetOldKeys(now);
  await forgetExpired(now);
  await forgetCallers(now);
  await planLedgerCheck(now);
  await planReconciliation(now);
  const emails = await db().email.findMany({
    where: {
      ...{ sentAt: null, createdAt: { lt: before } },
      // A digest counts for a day before it is delivered.
      NOT: { template: DIGEST, createdAt: { gt: digestsDue(now) } },
    },
    ...take,
  });
  return (
    (await unused('settle_link', links)) +
    (await unused('check_payment', await unwantedAttempts(now))) +
    (await unused('check_payment', [...costs, ...unasked])) +
    (await unused('refund_payment', refunds)) +
    (await unused('perform_refund', partial)) +
    (await unused('handle_event', events)) +
    (await unused('deliver_email', emails))
  );
}

/** Live attempts on links that are paid, or whose cause has stopped collecting: its closing time passes by itself. */
async function unwantedAttempts(now: Date): Promise<{ id: string }[]> {
  const causes = await db().$queryRaw<{ key: string; state: string; closesAt: Date | null }[]>`
    SELECT DISTINCT c.key, c.state, c.closes_at AS "closesAt"
      FROM payments p JOIN causes c ON c.key = p.cause_key WHERE p.state = 'pending'`;
  const stopped = causes.filter((cause) => acceptance(cause, now) !== 'accepting').map(({ key }) => key);
  return db().payment.findMany({
    where: {
      state: 'pending',
      OR: [{ causeKey: { in: stopped } }, { link: { payments: { some: { state: 'approved' } } } }],
    },
    select: { id: true },
    take: BATCH,
  });
}
