import { ApprovalsPage } from '#components/dashboard/staff/approvals-page.tsx';
import { listKeyApprovals, listRefundApprovals } from '#lib/dashboard/staff/approvals.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Actions that wait for the approval of a second staff member. */
export default staffPage('/dashboard/staff/approvals', async ({ page, now }) => {
  const [refunds, keys] = await Promise.all([listRefundApprovals(), listKeyApprovals(now)]);
  return <ApprovalsPage page={page} refunds={refunds} keys={keys} />;
});
