import { FailedRefundPage } from '#components/dashboard/staff/failed-refund-page.tsx';
import { findFailedRefund } from '#lib/dashboard/staff/failed-refunds.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A failed refund. */
export default staffDetailPage(
  'refunds',
  (id, { actor }) => findFailedRefund(actor.id, id),
  (found, page) => <FailedRefundPage page={page} refund={found} />,
);
