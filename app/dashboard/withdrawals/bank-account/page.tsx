import { BankAccountPage } from '#components/dashboard/withdrawals/bank-account-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadBankAccountForm } from '#lib/dashboard/own-withdrawals.ts';

type Props = { searchParams: Promise<Query> };

/** The form that adds a bank account. */
export default async function Page({ searchParams }: Props) {
  const { page, form } = await loadBankAccountForm(await searchParams);
  return <BankAccountPage page={page} form={form} />;
}
