import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageView } from '#testing/page-view.ts';
import { ReviewPage } from './review-page.tsx';

test('the review of a withdrawal says that it is not requested yet, and nothing of sending it again', () => {
  const cause = { key: 'well', ownerId: 'acc_1', title: 'A well', path: '/c/well', isPublic: true, country: 'us' };
  const account = { id: 'ba_1', bankName: 'Bank', maskedNumber: '•••• 6789', holderName: 'Olga', note: null };
  const values = { key: 'well', once: 'once', locale: 'en-US', amount: '300', bankAccountId: 'ba_1', reason: '' };
  const view = {
    cause: { ...cause, currency: 'USD', state: 'published' as const },
    amountMajor: 300,
    restMinor: 0,
    account: { ...account, currency: 'USD', state: 'verified' as const },
    reason: '',
    state: 'approved' as const,
    expectedDay: null,
    values,
    result: 'frm_1',
  };
  const result = { kind: 'refused' as const, action: 'withdrawal.request', values, errors: [] };
  const html = renderToStaticMarkup(<ReviewPage page={pageView({ result })} view={view} />);
  expect(html).toContain('This withdrawal has not been requested yet.');
  expect(html).not.toContain('send it again');
  expect(html).toContain('<input type="hidden" name="amount" value="300"/>');
});
