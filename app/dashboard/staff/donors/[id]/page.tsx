import { DonorPage } from '#components/dashboard/staff/donor-page.tsx';
import { findDonorDetail } from '#lib/dashboard/staff/donors.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';
import { readCursor } from '#lib/keyset.ts';

/** A donor, by the id of any of their payments. */
export default staffDetailPage(
  'donors',
  (id, { page }) => findDonorDetail(id, readCursor(page.query.after)),
  (found, page) => <DonorPage page={page} donor={found} />,
);
