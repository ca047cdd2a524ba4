import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { isOverdue } from '#lib/checkout-links/status.ts';
import { db, transaction } from '#lib/db.ts';
import { type FoundLink, findLink, type PolledLink } from '#lib/hot-queries/find-link.ts';
import { lockCheckoutLinks } from '#lib/locks.ts';
import { mapGatewayErrors } from '#lib/payments/gateway-errors.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { cancelStartingAttempts } from './cancel-starting-attempts.ts';
import { decideEnd } from './decisions.ts';
import { endAttempt } from './end-attempt.ts';
import { singleFlight } from './single-flight.ts';

/** How a link ends without a payment. */
type End = 'expiredAt' | 'cancelledAt';
type Overdue = Parameters<typeof isOverdue>[0] & { id: string };

/** Between reading the attempts and locking the link another attempt can start, but hardly this many times in a row. */
const MAX_ROUNDS = 20;

/**
 * A link with its current status; null if there is none. If the link is past its expiry, its end is stored first, after
 * syncing its live attempts (ruling 41). From then on every process reports the same status, whatever its clock says
 * (ruling 58).
 * @throws Problem 503 when the gateway cannot be reached.
 */
export async function findCurrentLink(id: string, now: Date): Promise<FoundLink | null> {
  const link = await findLink(id);
  return link && endIfOverdue(link, now);
}

/** A polled link with its current status. @throws Problem 503, as `findCurrentLink`. */
export async function withCurrentStatus(link: PolledLink, now: Date): Promise<PolledLink> {
  if (!isOverdue(link, now)) return link;
  const whole = await findCurrentLink(link.id, now);
  if (!whole) throw new Error('Bug: a link vanished');
  return whole;
}

async function endIfOverdue(link: FoundLink, now: Date): Promise<FoundLink> {
  if (!isOverdue(link, now)) return link;
  // Anybody can ask, and many do at once: they share the calls of the gateway.
  await mapGatewayErrors(() => singleFlight(`end:${link.id}`, () => endLink(link.id, 'expiredAt', now)));
  const after = await findLink(link.id);
  if (!after) throw new Error('Bug: a link vanished');
  return after;
}

/**
 * A link for operators, without calling a gateway; null if there is none. While an attempt is live, a link past its expiry
 * is still shown as open, because its end is not known yet.
 */
export async function findLinkWithoutGateway(id: string, now: Date): Promise<FoundLink | null> {
  const link = await findLink(id);
  return link && (await expireIdle([link], now)) ? findLink(id) : link;
}

/**
 * Stores the end of links that are past their expiry and have no live attempt: a page of links with a few statements.
 * Returns whether any was overdue.
 */
export async function expireIdle(links: Overdue[], now: Date): Promise<boolean> {
  const ids = links.filter((link) => isOverdue(link, now)).map(({ id }) => id);
  if (ids.length === 0) return false;
  await transaction(async (tx) => {
    await lockCheckoutLinks(tx, ids);
    const ended = await tx.$queryRaw<{ id: string }[]>`
      UPDATE checkout_links l SET expired_at = ${now}
       WHERE id = ANY(${ids}) AND expired_at IS NULL AND cancelled_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.link_id = l.id AND p.state IN ('pending', 'approved'))
      RETURNING id`;
    await cancelStartingAttempts(
      tx,
      ended.map(({ id }) => id),
      now,
    );
  });
  return true;
}

/**
 * Cancels a link (ruling 3) and returns it. The link is completed instead if a payment succeeded first, and expired if it
 * is past its expiry.
 * @throws Problem `checkout_link_not_found`, or 503 when the gateway cannot be reached.
 */
export async function cancelLink(id: string, now: Date): Promise<FoundLink> {
  const link = await findCurrentLink(id, now);
  if (!link) throw linkNotFound();
  await mapGatewayErrors(() => endLink(id, 'cancelledAt', now));
  const after = await findLink(id);
  if (!after) throw linkNotFound();
  return after;
}

/**
 * Ends each live attempt at its gateway, then stores the end of the link unless one of them had succeeded. Bank transfers come
 * before cards: of two that were paid the first counts, and the other is refunded, which is surer for a card.
 */
async function endLink(id: string, end: End, now: Date): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const live = await db().payment.findMany({
      where: { linkId: id, state: 'pending' },
      orderBy: { rail: 'asc' },
    });
    for (const attempt of live) await endAttempt(attempt);
    if (await storeEnd(id, end, now, new Set(live.map((attempt) => attempt.id)))) return;
  }
  throw new Error('Bug: attempts kept appearing on a link that was being ended');
}

/** Returns false when another attempt has started since `seen` was read. */
async function storeEnd(id: string, end: End, now: Date, seen: ReadonlySet<string>): Promise<boolean> {
  return transaction(async (tx) => {
    const link = await lockLink(tx, id);
    if (!link) throw linkNotFound();
    const decision = decideEnd(link, seen);
    if (decision !== 'store') return decision === 'ended';
    await cancelStartingAttempts(tx, [id], now);
    await tx.checkoutLink.update({ where: { id }, data: { [end]: now } });
    return true;
  });
}
