import { StaffPaymentPage } from '#components/dashboard/staff/payment-page.tsx';
import { findPaymentDetail } from '#lib/dashboard/staff/payment.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A payment. */
export default staffDetailPage(
  'payments',
  (id, { actor, now }) => findPaymentDetail(actor.id, id, now),
  (found, page) => <StaffPaymentPage page={page} payment={found} />,
);
