import { KeyPage } from '#components/dashboard/staff/key-page.tsx';
import { findKey } from '#lib/dashboard/staff/clients.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** An API key. */
export default staffDetailPage(
  'keys',
  (id, { actor, now }) => findKey(actor.id, id, now),
  (found, page) => <KeyPage page={page} apiKey={found} />,
);
