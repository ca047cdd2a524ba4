import { ApprovalsPage } from '#components/dashboard/staff/approvals-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listKeyApprovals, listRefundApprovals } from '#lib/dashboard/staff/approvals.ts';

type Props = { searchParams: Promise<Query> };

/** What waits for a second member of staff. */
export default async function Page({ searchParams }: Props) {
  const { page, now } = await openPage('/dashboard/staff/approvals', await searchParams, 'staff');
  const [refunds, keys] = await Promise.all([listRefundApprovals(), listKeyApprovals(now)]);
  return <ApprovalsPage page={page} refunds={refunds} keys={keys} />;
}
