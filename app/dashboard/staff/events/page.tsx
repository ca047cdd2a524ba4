import { EventsPage } from '#components/dashboard/staff/events-page.tsx';
import { listEvents } from '#lib/dashboard/staff/events.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Events of gateways. */
export default staffPage('/dashboard/staff/events', async ({ page, query }) => (
  <EventsPage page={page} events={await listEvents(query)} />
));
