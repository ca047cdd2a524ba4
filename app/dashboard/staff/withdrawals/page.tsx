import { StaffWithdrawalsPage } from '#components/dashboard/staff/withdrawals-page.tsx';
import { MOST_WAITING } from '#lib/dashboard/staff/list.ts';
import { countOpenWithdrawals, listAccountsToVerify, listWithdrawals } from '#lib/dashboard/staff/withdrawals.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';
import { WITHDRAWAL_STATES } from '#lib/withdrawals/states.ts';

/** Withdrawals to decide and to pay, and bank accounts to verify. */
export default staffPage('/dashboard/staff/withdrawals', async ({ actor, page, query }) => (
  <StaffWithdrawalsPage
    page={page}
    withdrawals={await listWithdrawals(query)}
    accounts={await listAccountsToVerify(actor)}
    most={MOST_WAITING}
    states={WITHDRAWAL_STATES}
    open={await countOpenWithdrawals()}
  />
));
