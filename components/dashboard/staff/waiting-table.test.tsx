import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RefundApprovalRow } from '#lib/dashboard/staff/approvals.ts';
import { MOST_WAITING } from '#lib/dashboard/staff/list.ts';
import type { StaffBankAccountRow } from '#lib/dashboard/staff/withdrawals.ts';
import { pageView } from '#testing/page-view.ts';
import { ApprovalsPage } from './approvals-page.tsx';
import { LedgerPage } from './ledger-page.tsx';
import { SentMailsPanel } from './sent-mails-panel.tsx';
import { StaffWithdrawalsPage } from './withdrawals-page.tsx';

const AT = new Date('2026-11-22T10:00:00Z');
const BY = { id: 'acc_1', name: 'Sam', email: 'sam@example.org' };
const REFUND: Omit<RefundApprovalRow, 'id'> = {
  paymentId: 'pay_1',
  amount: { amountMajor: 900, currency: 'USD' },
  reason: 'asked',
  by: BY,
  requestedAt: AT,
};
const ACCOUNT: Omit<StaffBankAccountRow, 'id'> = {
  owner: BY,
  reviewedBy: null,
  bankName: 'Bank',
  holderName: 'Olga',
  country: 'co',
  currency: 'COP',
  createdAt: AT,
  note: null,
  accountType: null,
  bankCodes: {},
  state: 'unverified',
  maskedNumber: '•••• 1234',
};
const EMPTY = { rows: [], sort: 'oldest', sorts: ['oldest'], first: 1, before: null, after: null } as const;
const NONE = { ...EMPTY, rows: [], sorts: [...EMPTY.sorts], total: { count: 0, isMore: false }, isCut: false };

const many = <Row,>(count: number, row: Row) => Array.from({ length: count }, (_, n) => ({ ...row, id: `row_${n}` }));
const approvals = (count: number) => (
  <ApprovalsPage
    page={pageView()}
    refunds={many(count, REFUND)}
    writeOffs={[]}
    terms={[]}
    keys={[]}
    most={MOST_WAITING}
  />
);
const accounts = (count: number) => (
  <StaffWithdrawalsPage
    page={pageView()}
    withdrawals={NONE}
    accounts={many(count, ACCOUNT)}
    most={MOST_WAITING}
    states={[]}
    open={{}}
  />
);

test('a list without further pages says that it is cut, and how much of it is shown', () => {
  const mail = { template: 'donation_completed', createdAt: AT, sentAt: AT, lastError: null, paymentId: null } as const;
  const mails = (isCut: boolean) =>
    renderToStaticMarkup(<SentMailsPanel page={pageView()} mails={{ rows: many(50, mail), isCut }} />);
  expect(mails(false)).not.toContain('more than');
  expect(mails(true)).toContain('1–50 of more than 50');
});

test('a check of the ledger with as many differences as one of its parts lists found at least so many', () => {
  const difference = { about: 'transaction', kind: null, account: null, expected: null, found: null } as const;
  const differences = Array.from({ length: 50 }, (_, n) => ({ ...difference, subject: `tx_${n}` }));
  const ledger = (isCut: boolean) =>
    renderToStaticMarkup(
      <LedgerPage
        page={pageView()}
        ledger={{ check: { checkedAt: AT, differences, isCut }, currencies: [] }}
        figures={null}
      />,
    );
  expect(ledger(false)).toContain('50 differences were found.');
  expect(ledger(true)).toContain('At least 50 differences were found.');
});

test.each([
  ['refunds to approve', approvals],
  ['bank accounts to verify', accounts],
])('of %s the first are shown, and that there are more', (_what, page) => {
  const rowsIn = (html: string) => html.match(/<tr role="row">/g)?.length;
  const [all, more] = [MOST_WAITING, MOST_WAITING + 1].map((count) => renderToStaticMarkup(page(count)));
  expect([all, more].map((html) => rowsIn(html ?? ''))).toEqual([MOST_WAITING + 1, MOST_WAITING + 1]);
  expect(all).not.toContain('1–50 of');
  expect(more).toContain('1–50 of more than 50');
});
