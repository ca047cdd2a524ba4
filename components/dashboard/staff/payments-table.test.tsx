import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PaymentRow } from '#lib/dashboard/staff/payments.ts';
import { pageView } from '#testing/page-view.ts';
import { PaymentsTable } from './payments-table.tsx';

const NONE = { amountMajor: 0, currency: 'USD' };
const ROW: PaymentRow = {
  id: 'pay_1',
  linkId: 'chl_1',
  causeKey: 'agua',
  createdAt: new Date('2026-11-22T10:00:00Z'),
  externalReference: null,
  causeTitle: 'Agua',
  clientName: 'Manos',
  donor: { name: null, email: null },
  amount: { amountMajor: 50, currency: 'USD' },
  receivedAt: null,
  refunded: NONE,
  disputed: NONE,
  chargedBack: NONE,
  status: 'approved',
  declineCode: null,
  dispute: null,
  reason: null,
  rail: 'card',
  cardLast4: null,
};

test('a card is listed with its last four digits, by which donors tell of it', () => {
  const html = (cardLast4: string | null) =>
    renderToStaticMarkup(
      <PaymentsTable page={pageView()} payments={[{ ...ROW, cardLast4 }]} caption="Payments" empty="None" />,
    );
  expect(html('0042')).toContain('Card •••• 0042');
  expect(html(null)).not.toContain('••••');
});
