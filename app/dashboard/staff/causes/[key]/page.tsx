import { StaffCausePage } from '#components/dashboard/staff/cause-page.tsx';
import { findCauseDetail } from '#lib/dashboard/staff/causes.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A cause, for staff. */
export default staffDetailPage(
  'causes',
  (key, { actor, now }) => findCauseDetail(actor.id, key, now),
  (found, page) => <StaffCausePage page={page} cause={found} />,
);
