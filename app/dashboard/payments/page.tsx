import { PaymentsPage } from '#components/dashboard/payments/payments-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadAllPayments } from '#lib/dashboard/own-payments.ts';

type Props = { searchParams: Promise<Query> };

/** The payments of all causes of a creator. */
export default async function Page({ searchParams }: Props) {
  const { page, ...view } = await loadAllPayments(await searchParams);
  return <PaymentsPage page={page} view={view} />;
}
