import { StaffWithdrawalPage } from '#components/dashboard/staff/withdrawal-page.tsx';
import { findWithdrawalDetail } from '#lib/dashboard/staff/withdrawals.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A withdrawal. */
export default staffDetailPage(
  'withdrawals',
  (id, { actor, now }) => findWithdrawalDetail(actor, id, now),
  (found, page) => <StaffWithdrawalPage page={page} withdrawal={found} />,
);
