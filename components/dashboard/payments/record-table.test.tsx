import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PaymentRecord } from '#lib/payments/views/record-view.ts';
import { pageView } from '#testing/page-view.ts';
import { RecordTable } from './record-table.tsx';

const DISPUTED: PaymentRecord = {
  id: 'pay_1',
  linkId: 'chl_1',
  externalReference: null,
  receiptNumber: null,
  causeKey: 'a-well',
  causeTitle: 'A well',
  country: 'us',
  at: '2026-11-22T10:00:00Z',
  currency: 'USD',
  requestedMinor: 4000,
  paidMinor: 4000,
  refundedMinor: 0,
  refundingMinor: 0,
  disputedMinor: 4000,
  chargedBackMinor: 0,
  commissionMinor: 0,
  costMinor: 0,
  netMinor: 0,
  rail: 'card',
  status: 'disputed',
  refundedAt: null,
  metadata: null,
  donor: null,
};

test('what is in dispute keeps its sign beside its amount', () => {
  const page = pageView({ locale: 'es', place: 'co' });
  const html = renderToStaticMarkup(<RecordTable page={page} rows={[DISPUTED]} caption="All" empty="" />);
  expect(html).toMatch(/En disputa(<!-- -->)?: ?(<!-- -->)?<span class="whole">-US\$\s40<\/span>/);
});
