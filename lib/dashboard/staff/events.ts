import { db } from '#lib/db.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import type { Query } from '../open-page.ts';
import type { EventRow, Listed } from '../staff-view.ts';
import { searchText } from './filters.ts';

const PAGE_SIZE = 50;
/** Events of one payment at a gateway are few. */
const MAX_FOUND = 500;

/** Events of gateways, the newest first: all, those that wait, or those that a text names. */
export async function listEvents(query: Query, after: Cursor | undefined): Promise<Listed<EventRow>> {
  const text = searchText(query);
  const found = await db().gatewayEvent.findMany({
    where: {
      ...(text === undefined ? {} : { id: { in: await findIds(text) } }),
      ...(query.show === 'waiting' ? { handledAt: null } : {}),
      ...olderThan(after, 'receivedAt', 'id'),
    },
    orderBy: newestFirst('receivedAt', 'id'),
    take: PAGE_SIZE + 1,
  });
  return cutPage(found, PAGE_SIZE, ({ receivedAt: at, id }) => ({ at, id }));
}

async function findIds(text: string): Promise<string[]> {
  const found = await db().gatewayEvent.findMany({
    where: {
      OR: [{ id: text }, { reference: text }, { gateway: { in: gatewayNames() }, eventId: text }],
    },
    select: { id: true },
    take: MAX_FOUND,
  });
  return found.map(({ id }) => id);
}
