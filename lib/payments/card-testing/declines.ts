import { db, type Tx } from '#lib/db.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';

/** Ten declines within an hour lock a link's payment intents (ruling 24). */
const MAX_DECLINES = 10;
const WINDOW_MS = 60 * 60 * 1000;

/**
 * How long a link stays locked against card testing: whole seconds until the oldest of its latest ten declines is an hour
 * old, or undefined if it is not locked. Counted in the database, so that every process sees the same.
 */
export async function declineLock(
  link: Pick<FoundLink, 'id' | 'declinesLiftedAt' | 'hasDeclines'>,
  now: Date,
): Promise<number | undefined> {
  if (!link.hasDeclines) return undefined;
  const since = Math.max(now.getTime() - WINDOW_MS, link.declinesLiftedAt?.getTime() ?? 0);
  const latest = await db().decline.findMany({
    where: { linkId: link.id, declinedAt: { gt: new Date(since) } },
    orderBy: { declinedAt: 'desc' },
    take: MAX_DECLINES,
    select: { declinedAt: true },
  });
  const oldest = latest[MAX_DECLINES - 1];
  if (!oldest) return undefined;
  return Math.max(1, Math.ceil((oldest.declinedAt.getTime() + WINDOW_MS - now.getTime()) / 1000));
}

/** Lifts the lock: declines before `now` no longer count. */
export async function liftDeclineLock(tx: Tx, linkId: string, now: Date): Promise<void> {
  await tx.checkoutLink.update({ where: { id: linkId }, data: { declinesLiftedAt: now } });
}
