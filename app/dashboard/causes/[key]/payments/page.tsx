import { PaymentsPage } from '#components/dashboard/payments/payments-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadCausePayments } from '#lib/dashboard/own-payments.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** The payments of a creator's cause. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  const { page, ...view } = await loadCausePayments(decodeURIComponent(key), await searchParams);
  return <PaymentsPage page={page} view={view} />;
}
