import { db } from '#lib/db.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import { causeState, isPubliclyVisible } from './states.ts';
import { causeTotals } from './totals.ts';

/** Causes on one page of a list. */
const PAGE_SIZE = 20;

/** The causes of an owner, the newest first, a page at a time. */
export async function listCausesOf(ownerId: string, after: Cursor | undefined) {
  const found = await db().cause.findMany({
    where: { ownerId, ...olderThan(after, 'createdAt', 'key') },
    orderBy: newestFirst('createdAt', 'key'),
    take: PAGE_SIZE + 1,
  });
  const page = cutPage(found, PAGE_SIZE, ({ createdAt: at, key: id }) => ({ at, id }));
  const rows = await Promise.all(
    page.rows.map(async ({ key, title, state, slug, country, currency }) => ({
      key,
      title,
      country,
      currency,
      state: causeState(state),
      collectedMajor: (await causeTotals(db(), key)).collected,
      path: isPubliclyVisible(state) ? `/c/${encodeURIComponent(slug)}` : null,
    })),
  );
  return { rows, after: page.after };
}
