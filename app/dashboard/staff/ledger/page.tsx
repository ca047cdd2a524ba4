import { LedgerPage } from '#components/dashboard/staff/ledger-page.tsx';
import { ledgerFigures, ledgerOverview } from '#lib/dashboard/staff/ledger.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** The checks of the ledger, the figures of chosen days, and its accounts. */
export default staffPage('/dashboard/staff/ledger', async ({ page, query }) => {
  const [ledger, figures] = await Promise.all([ledgerOverview(), ledgerFigures(query)]);
  return <LedgerPage page={page} ledger={ledger} figures={figures} />;
});
