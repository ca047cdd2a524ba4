import { BankAccountPage } from '#components/dashboard/withdrawals/bank-account-page.tsx';
import { COUNTRY_CODES } from '#lib/countries.ts';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { causesOf } from '#lib/dashboard/own-payments.ts';

type Props = { searchParams: Promise<Query> };

/** The form that adds a bank account. */
export default async function Page({ searchParams }: Props) {
  const path = '/dashboard/withdrawals/bank-account';
  const { actor, page } = await openPage(path, await searchParams, 'creator');
  const [latest] = await causesOf(actor.id);
  return <BankAccountPage page={page} countries={COUNTRY_CODES} usual={latest ?? null} />;
}
