import { BatchPage } from '#components/dashboard/staff/batch-page.tsx';
import { findBatchDetail } from '#lib/dashboard/staff/batches.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A payout batch. */
export default staffDetailPage(
  'withdrawals/batches',
  (id, { actor, now }) => findBatchDetail(actor, id, now),
  (found, page) => <BatchPage page={page} batch={found} />,
);
