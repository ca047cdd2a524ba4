import { ApprovalsPage } from '#components/dashboard/staff/approvals-page.tsx';
import {
  listKeyApprovals,
  listRefundApprovals,
  listTermsApprovals,
  listWriteOffs,
} from '#lib/dashboard/staff/approvals.ts';
import { MOST_WAITING } from '#lib/dashboard/staff/list.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Actions that wait for the approval of a second staff member. */
export default staffPage('/dashboard/staff/approvals', async ({ page, now }) => {
  const [refunds, writeOffs, terms, keys] = await Promise.all([
    listRefundApprovals(),
    listWriteOffs(),
    listTermsApprovals(),
    listKeyApprovals(now),
  ]);
  return (
    <ApprovalsPage page={page} refunds={refunds} writeOffs={writeOffs} terms={terms} keys={keys} most={MOST_WAITING} />
  );
});
