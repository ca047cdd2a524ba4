import { LedgerPage } from '#components/dashboard/staff/ledger-page.tsx';
import { ledgerOverview } from '#lib/dashboard/staff/ledger.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** The checks of the ledger, and its accounts. */
export default staffPage('/dashboard/staff/ledger', async ({ page }) => (
  <LedgerPage page={page} ledger={await ledgerOverview()} />
));
