import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageView } from '#testing/page-view.ts';
import { StatementsPage } from './cause/statements-page.tsx';
import { PaymentsPage } from './payments/payments-page.tsx';
import { PersonalDataPanel } from './staff/personal-data-panel.tsx';

const page = pageView();
const CAUSE = {
  key: 'agua',
  ownerId: page.viewer.id,
  title: 'Agua',
  state: 'published',
  country: 'co',
  currency: 'COP',
  path: '/c/agua',
  isPublic: true,
} as const;
const STATEMENTS = {
  cause: CAUSE,
  shown: { month: '2026-10', isOver: true },
  title: 'October',
  months: [],
  tables: [],
  pdfPath: '/pdf',
  csvPath: '/csv',
  paymentsPath: '/payments',
};
const PAYMENTS = {
  cause: CAUSE,
  filter: { state: '', method: '', from: '', to: '', text: '', zone: 'UTC' },
  rows: [],
  after: null,
  by: 'day',
  charts: [],
  exportPath: '/export',
  thanksPath: '/donors',
} as const;

// A browser saves whatever a link with `download` leads to: after a redirect, the page that asks to sign in.
test.each([
  ['statements', <StatementsPage key="page" page={page} view={STATEMENTS} />, ['/pdf', '/csv']],
  ['payments', <PaymentsPage key="page" page={page} view={{ ...PAYMENTS, rows: [], charts: [] }} />, ['/donors']],
  [
    'personal data',
    <PersonalDataPanel key="page" page={page} intro="" file="/export" action="donor.erase" id="pay_1" button="Erase" />,
    ['/export'],
  ],
])('the file of %s is one by its own header, so that whoever has to sign in for it can', (_what, shown, files) => {
  const html = renderToStaticMarkup(shown);
  for (const file of files) expect(html).toContain(`href="${file}"`);
  expect(html).not.toContain('download=""');
});
