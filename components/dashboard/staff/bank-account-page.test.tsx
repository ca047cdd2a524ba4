import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BankAccountDetail } from '#lib/dashboard/staff/withdrawals.ts';
import { pageView } from '#testing/page-view.ts';
import { BankAccountPage } from './bank-account-page.tsx';

const ACCOUNT: BankAccountDetail = {
  id: 'ba_1',
  owner: { id: 'acc_2', name: 'Ana Owner', email: 'ana@example.org' },
  reviewedBy: null,
  bankName: 'Some Bank',
  holderName: 'Ana Owner',
  country: 'de',
  currency: 'EUR',
  createdAt: new Date('2026-11-22T10:00:00Z'),
  note: null,
  accountType: null,
  bankCodes: {},
  state: 'unverified',
  maskedNumber: '•••• 1234',
  isOwn: false,
  hasSeen: false,
  evidence: null,
};

test.each([
  ['en', 'Germany'],
  ['es', 'Alemania'],
  ['pt', 'Alemanha'],
] as const)('in %s, the country of a bank account is named', (locale, name) => {
  const html = renderToStaticMarkup(<BankAccountPage page={pageView({ locale })} account={ACCOUNT} />);
  expect(html).toContain(`<dd>${name}</dd>`);
  expect(html).not.toContain('<dd>DE</dd>');
});
