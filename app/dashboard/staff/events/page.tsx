import { EventsPage } from '#components/dashboard/staff/events-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listEvents } from '#lib/dashboard/staff/events.ts';
import { readCursor } from '#lib/keyset.ts';

type Props = { searchParams: Promise<Query> };

/** Events of gateways. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page } = await openPage('/dashboard/staff/events', query, 'staff');
  return <EventsPage page={page} events={await listEvents(query, readCursor(query.after))} />;
}
