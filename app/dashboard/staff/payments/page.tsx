import { StaffPaymentsPage } from '#components/dashboard/staff/payments-page.tsx';
import {
  isMistypedReceiptNumber,
  listPayments,
  PAYMENT_CHOICES,
  type PaymentChoice,
} from '#lib/dashboard/staff/payments.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Payments of every cause. */
export default staffPage('/dashboard/staff/payments', async ({ page, query }) => (
  <StaffPaymentsPage
    page={page}
    payments={await listPayments(query)}
    isMistyped={isMistypedReceiptNumber(query)}
    choices={Object.keys(PAYMENT_CHOICES) as PaymentChoice[]}
  />
));
