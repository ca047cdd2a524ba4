import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BatchDetail } from '#lib/dashboard/staff/batches.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { pageView } from '#testing/page-view.ts';
import { BatchPage } from './batch-page.tsx';

const AT = new Date('2026-11-22T10:00:00Z');
const SENDING: BatchDetail = {
  id: 'pb_1',
  state: 'sending',
  createdAt: AT,
  count: 1,
  by: { id: 'console', name: null, email: null },
  amount: { amountMajor: 40, currency: 'USD' },
  items: [],
  startedAt: AT,
  startedBy: null,
  exportedAt: null,
  sentOn: null,
  endedAt: null,
  endedBy: null,
  debtor: null,
  isHeld: false,
  requiresOtherStaff: false,
};

test.each(LOCALES)('in %s, a batch without an XML file says how later ones get one, until it was sent', (locale) => {
  const render = (batch: BatchDetail) =>
    renderToStaticMarkup(<BatchPage page={pageView({ locale })} batch={batch} />).includes('PAYOUT_ACCOUNTS');
  expect(render(SENDING)).toBe(true);
  expect(render({ ...SENDING, debtor: 'Casa •••• 3210' })).toBe(false);
  expect(render({ ...SENDING, state: 'sent', sentOn: '2026-11-22', endedAt: AT })).toBe(false);
});
