import { StaffPaymentsPage } from '#components/dashboard/staff/payments-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listPayments, PAYMENT_VIEWS, type PaymentView } from '#lib/dashboard/staff/payments.ts';
import { readCursor } from '#lib/keyset.ts';

const VIEWS = Object.keys(PAYMENT_VIEWS) as PaymentView[];
type Props = { searchParams: Promise<Query> };

/** Payments of every cause. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page } = await openPage('/dashboard/staff/payments', query, 'staff');
  return (
    <StaffPaymentsPage
      page={page}
      payments={await listPayments(query, readCursor(query.after))}
      views={VIEWS}
    />
  );
}
