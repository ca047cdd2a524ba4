import { ReconciliationPage } from '#components/dashboard/staff/reconciliation-page.tsx';
import { listReconciliations } from '#lib/dashboard/staff/reconciliation.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** The reconciliation of each gateway account with the ledger. */
export default staffPage('/dashboard/staff/reconciliation', async ({ page }) => (
  <ReconciliationPage page={page} accounts={await listReconciliations()} />
));
