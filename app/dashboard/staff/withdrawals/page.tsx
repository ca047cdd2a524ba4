import { StaffWithdrawalsPage } from '#components/dashboard/staff/withdrawals-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listAccountsToVerify, listWithdrawals } from '#lib/dashboard/staff/withdrawals.ts';
import { WITHDRAWAL_STATES } from '#lib/withdrawals/states.ts';

type Props = { searchParams: Promise<Query> };

/** Withdrawals to decide and to pay, and bank accounts to verify. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { actor, page } = await openPage('/dashboard/staff/withdrawals', query, 'staff');
  return (
    <StaffWithdrawalsPage
      page={page}
      withdrawals={await listWithdrawals(actor, query)}
      accounts={await listAccountsToVerify(actor)}
      states={WITHDRAWAL_STATES}
    />
  );
}
