import { BatchesPage } from '#components/dashboard/staff/batches-page.tsx';
import { listBatches, listUnbatched } from '#lib/dashboard/staff/batches.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Payout batches, and what can be put into a new one. */
export default staffPage('/dashboard/staff/withdrawals/batches', async ({ page, query }) => (
  <BatchesPage page={page} batches={await listBatches(query)} unbatched={await listUnbatched()} />
));
