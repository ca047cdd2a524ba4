import { StaffPaymentsPage } from '#components/dashboard/staff/payments-page.tsx';
import {
  isMistypedReceiptNumber,
  listPayments,
  PAYMENT_VIEWS,
  type PaymentView,
} from '#lib/dashboard/staff/payments.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Payments of every cause. */
export default staffPage('/dashboard/staff/payments', async ({ page, query }) => (
  <StaffPaymentsPage
    page={page}
    payments={await listPayments(query)}
    isMistyped={isMistypedReceiptNumber(query)}
    views={Object.keys(PAYMENT_VIEWS) as PaymentView[]}
  />
));
