import { BankAccountPage } from '#components/dashboard/staff/bank-account-page.tsx';
import { findAccountToVerify } from '#lib/dashboard/staff/withdrawals.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A bank account to verify. */
export default staffDetailPage(
  'bank-accounts',
  (id, { actor }) => findAccountToVerify(actor, id),
  (found, page) => <BankAccountPage page={page} account={found} />,
);
