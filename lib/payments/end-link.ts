import { type FoundLink, findLink, linkNotFound, type PolledLink } from '#lib/checkout-links/find.ts';
import { isOverdue } from '#lib/checkout-links/status.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { endAttempt } from './end-attempt.ts';
import { needingGateway } from './gateway-trouble.ts';
import { lockLink } from './lock-link.ts';

/** How a link ends without a payment. */
type End = 'expiredAt' | 'cancelledAt';
type Overdue = Parameters<typeof isOverdue>[0] & { id: string };

/** New attempts can slip in between looking and locking only before expiry, one at a time: so many in a row are a bug. */
const MAX_ROUNDS = 20;

/**
 * A link whose status can be told: the end of one past its expiry is stored first, after asking the gateway where an
 * attempt is live (decisions.md 41). What is stored is told by every process from then on, whatever its clock says
 * (decisions.md 58). Null where there is none. @throws Problem 503 when the gateway cannot be reached just then.
 */
export async function findSettledLink(id: string, now: Date): Promise<FoundLink | null> {
  const link = await findLink(id);
  return link && settled(link, now);
}

/** A link that was polled, settled where it must be. @throws Problem 503, as `findSettledLink`. */
export async function settledPoll(link: PolledLink, now: Date): Promise<PolledLink> {
  if (!isOverdue(link, now)) return link;
  const whole = await findSettledLink(link.id, now);
  if (!whole) throw new Error('Bug: a link vanished');
  return whole;
}

async function settled(link: FoundLink, now: Date): Promise<FoundLink> {
  if (!isOverdue(link, now)) return link;
  await needingGateway(() => endLink(link.id, 'expiredAt', now));
  const after = await findLink(link.id);
  if (!after) throw new Error('Bug: a link vanished');
  return after;
}

/**
 * A link for operators, who are not kept waiting for a gateway: one past its expiry is still open for them while an attempt
 * is live, because nobody can say yet how it ended. Null where there is none.
 */
export async function findUnaskedLink(id: string, now: Date): Promise<FoundLink | null> {
  const link = await findLink(id);
  return link && (await expireIdle([link], now)) ? findLink(id) : link;
}

/**
 * Ends those links for good that are past their expiry without a live attempt, a page of them with a few statements.
 * Returns whether there were any overdue.
 */
export async function expireIdle(links: Overdue[], now: Date): Promise<boolean> {
  const ids = links.filter((link) => isOverdue(link, now)).map(({ id }) => id);
  if (ids.length === 0) return false;
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM checkout_links WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`;
    const ended = await tx.$queryRaw<{ id: string }[]>`
      UPDATE checkout_links l SET expired_at = ${now}
       WHERE id = ANY(${ids}) AND expired_at IS NULL AND cancelled_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.link_id = l.id AND p.state IN ('pending', 'approved'))
      RETURNING id`;
    await callOffStarting(
      tx,
      ended.map(({ id }) => id),
      now,
    );
  });
  return true;
}

/** An attempt still being started finds its row cancelled and cancels at the gateway what it has made. */
export async function callOffStarting(tx: Tx, linkIds: string[], now: Date): Promise<void> {
  await tx.payment.updateMany({
    where: { linkId: { in: linkIds }, state: 'starting' },
    data: { state: 'canceled', settledAt: now },
  });
}

/**
 * Cancels a link (decisions.md 3). A payment that was faster completes it instead, and one past its expiry expires; the
 * link as it then is, is returned.
 * @throws Problem `checkout_link_not_found`, or 503 when the gateway cannot be reached.
 */
export async function cancelLink(id: string, now: Date): Promise<FoundLink> {
  const link = await findSettledLink(id, now);
  if (!link) throw linkNotFound();
  await needingGateway(() => endLink(id, 'cancelledAt', now));
  const after = await findLink(id);
  if (!after) throw linkNotFound();
  return after;
}

/** Looks each live attempt up, ends it at its gateway, and then ends the link for good unless one had succeeded. */
async function endLink(id: string, end: End, now: Date): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const live = await db().payment.findMany({ where: { linkId: id, state: 'pending' } });
    for (const attempt of live) await endAttempt(attempt);
    if (await recordEnd(id, end, now, new Set(live.map((attempt) => attempt.id)))) return;
  }
  throw new Error('Bug: attempts kept appearing on a link that was being ended');
}

/** Returns false when an attempt has appeared that was not looked at. */
async function recordEnd(id: string, end: End, now: Date, seen: ReadonlySet<string>): Promise<boolean> {
  return transaction(async (tx) => {
    const link = await lockLink(tx, id);
    if (!link) throw linkNotFound();
    if (link.isPaid || link.cancelledAt || link.expiredAt) return true;
    const pending = await tx.payment.findMany({
      where: { linkId: id, state: 'pending' },
      select: { id: true },
    });
    if (pending.some((attempt) => !seen.has(attempt.id))) return false;
    await callOffStarting(tx, [id], now);
    await tx.checkoutLink.update({ where: { id }, data: { [end]: now } });
    return true;
  });
}
