import { expect, test } from 'vitest';
import type { FormResultView } from './page-view.ts';
import { asForm } from './results.ts';

const REVIEW: FormResultView = {
  kind: 'review',
  action: 'payment.refund',
  values: { id: 'pay_1', amount: '12.50', reason: 'The donor wrote' },
  back: '/dashboard/staff/payments/pay_1',
  isDone: false,
  subject: { text: 'pay_1', path: '/dashboard/staff/payments/pay_1' },
  lines: [],
};

test('whoever goes back from a review finds the form as they filled it in, until it was confirmed', () => {
  const { action, values } = REVIEW;
  expect(asForm(REVIEW)).toEqual({ kind: 'refused', action, values, errors: [] });
  expect(asForm({ ...REVIEW, isDone: true })).toBeNull();
  const refused: FormResultView = { kind: 'refused', action, values, errors: [{ field: 'amount', code: 'amount' }] };
  expect([asForm(refused), asForm(null)]).toEqual([refused, null]);
});
