import { db } from '#lib/db.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import type { GatewayEvent } from '#prisma/generated/client.ts';
import { type ListQuery, searchText, withinDays } from './filters.ts';
import { type Found, foundIn, MAX_FOUND } from './found.ts';
import { listPage, type StaffList } from './list.ts';
import { byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';

export type EventRow = GatewayEvent;

/** Events of gateways, newest first: all, unhandled ones, or those that match a search. */
export async function eventList(query: ListQuery): Promise<StaffList<GatewayEvent, EventRow>> {
  const text = searchText(query);
  const found = text === undefined ? undefined : await findIds(text);
  return {
    isCut: found?.isCut ?? false,
    where: {
      ...withinDays(query, 'receivedAt'),
      ...(found ? { id: { in: found.ids } } : {}),
      ...(query.show === 'waiting' ? { handledAt: null } : {}),
    },
    orders: byTime('receivedAt'),
    find: (where, paging) => db().gatewayEvent.findMany({ where, ...paging }),
    count: (where, paging) => db().gatewayEvent.count({ where, ...paging }),
    present: (events) => events,
  };
}

/** A page of that list. */
export async function listEvents(query: ListQuery): Promise<Listed<EventRow>> {
  return listPage(await eventList(query), query);
}

async function findIds(text: string): Promise<Found> {
  const found = await db().gatewayEvent.findMany({
    where: {
      OR: [{ id: text }, { reference: text }, { gateway: { in: gatewayNames() }, eventId: text }],
    },
    select: { id: true },
    take: MAX_FOUND + 1,
  });
  return foundIn(found);
}
