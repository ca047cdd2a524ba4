import { FailedRefundsPage } from '#components/dashboard/staff/failed-refunds-page.tsx';
import { listFailedRefunds } from '#lib/dashboard/staff/failed-refunds.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Failed refunds that nobody has resolved. */
export default staffPage('/dashboard/staff/refunds', async ({ page, query }) => (
  <FailedRefundsPage page={page} refunds={await listFailedRefunds(query)} />
));
