import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PaymentDetail } from '#lib/dashboard/staff/payment.ts';
import { pageView } from '#testing/page-view.ts';
import { StaffPaymentPage } from './payment-page.tsx';

const AT = new Date('2026-11-22T10:00:00Z');
const PAYMENT: PaymentDetail = {
  id: 'pay_1',
  linkId: 'chl_1',
  causeKey: 'agua',
  causeTitle: 'Agua',
  clientName: 'Manos',
  externalReference: null,
  amount: { amountMajor: 50, currency: 'USD' },
  receivedAt: AT,
  cardLast4: null,
  refunded: { amountMajor: 0, currency: 'USD' },
  disputed: { amountMajor: 0, currency: 'USD' },
  chargedBack: { amountMajor: 0, currency: 'USD' },
  status: 'approved',
  declineCode: null,
  dispute: null,
  reason: null,
  rail: 'card',
  createdAt: AT,
  moneyLine: [],
  attempt: 1,
  gateway: 'stripe',
  gatewayReference: null,
  gatewayPaymentId: null,
  receiptNumber: 'ABCD-EFGH-JK',
  paidWith: { method: 'card', cardBrand: null, cardLast4: null, cardWallet: null, bankName: null },
  succeededAt: AT,
  settledAt: AT,
  refundedAt: null,
  lastError: null,
  returned: null,
  reserved: null,
  donor: { name: null, email: null, receiptEmail: null, isAnonymous: null, isErased: false },
  history: { rows: [], isCut: false },
  refunds: [],
  transfers: [],
  disputes: [],
  entries: [],
  waiting: null,
  notes: { rows: [], isCut: false },
  refundable: null,
};
const html = (donor: Partial<PaymentDetail['donor']>) =>
  renderToStaticMarkup(
    <StaffPaymentPage page={pageView()} payment={{ ...PAYMENT, donor: { ...PAYMENT.donor, ...donor } }} />,
  );

test('whoever left nothing but an address for the receipt is named by it, and the receipt can be sent again', () => {
  const page = html({ receiptEmail: 'office@example.org' });
  expect(page).toMatch(/Receipt later sent to<\/dt><dd><a[^>]*>office@example.org/);
  expect(page).toContain('action="/dashboard/actions/receipt.resend"');
  expect(html({})).not.toContain('receipt.resend');
});
