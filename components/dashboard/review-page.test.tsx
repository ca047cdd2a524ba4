import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormResultView } from '#lib/dashboard/page-view.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { pageView } from '#testing/page-view.ts';
import { ReviewPage } from './review-page.tsx';

const NOW = new Date('2026-11-22T10:00:00Z');
type Waiting = Extract<FormResultView, { kind: 'review' }>;
const SUBJECT = { text: 'wd_1', path: '/dashboard/staff/withdrawals/wd_1' };
const BATCH: Waiting = {
  kind: 'review',
  action: 'batch.mark_sent',
  values: { day: '2026-11-21', zone: 'UTC' },
  back: '/dashboard',
  isDone: false,
  subject: SUBJECT,
  lines: [
    {
      code: 'batchPaid',
      values: { count: 2, sum: [{ amountMajor: 300, currency: 'USD' }], date: { day: '2026-11-21' } },
    },
  ],
};
const ALONE: Waiting = {
  ...BATCH,
  action: 'withdrawal.mark_sent',
  values: { reference: 'ACH <4711>', day: '2026-11-21', zone: 'UTC' },
  lines: [
    {
      code: 'paid',
      values: { amount: [{ amountMajor: 300, currency: 'USD' }], account: 'Bank •••• 6789', holder: 'O' },
    },
    { code: 'undoPaid' },
  ],
};
/** What the page lists as consequences. */
function consequences(review: Waiting, locale: Locale = 'en'): string {
  const html = renderToStaticMarkup(
    <ReviewPage page={pageView({ locale, path: '/dashboard/review' })} review={review} now={NOW} />,
  );
  return /<ul class="consequences">.*?<\/ul>/s.exec(html)?.[0] ?? '';
}

test.each([
  ['en', 'November 21, 2026'],
  ['es', '21 de noviembre de 2026'],
  ['pt', '21 de novembro de 2026'],
] as const)('in %s, a day is written as its reader does: %s', (locale, day) => {
  for (const review of [BATCH, ALONE]) {
    expect(consequences(review, locale)).toContain(day);
    expect(consequences(review, locale)).not.toContain('2026-11-21');
  }
});

test('a withdrawal that is recorded as sent is shown with the reference and the day that were typed', () => {
  expect(consequences(ALONE)).toContain('reference ACH &lt;4711&gt;, as sent on November 21, 2026.');
  // Whether it is a day is checked when it is confirmed.
  expect(consequences({ ...ALONE, values: { ...ALONE.values, day: 'abc' } })).toContain('as sent on abc.');
});

test('one that was confirmed says so, and cannot be confirmed again', () => {
  const page = pageView({ path: '/dashboard/review', query: { form: 'frm_1' } });
  const html = (review: Waiting) => renderToStaticMarkup(<ReviewPage page={page} review={review} now={NOW} />);
  const confirm = '<input type="hidden" name="confirmed" value="yes"/>';
  expect(html(BATCH)).toContain('Nothing has been changed yet.');
  expect(html(BATCH)).toContain(confirm);
  expect(html(BATCH)).toContain('<input type="hidden" name="form" value="frm_1"/>');
  // Whoever goes back finds what they typed.
  expect(html(BATCH)).toContain('href="/dashboard?result=frm_1"');
  expect(html({ ...BATCH, back: '/dashboard?show=open' })).toContain('href="/dashboard?show=open&amp;result=frm_1"');
  const done = html({ ...BATCH, isDone: true });
  expect(done).toContain('You have already confirmed this.');
  expect(done).not.toContain('Nothing has been changed yet.');
  expect(done).not.toContain(confirm);
});

test.each([
  [true, 'Cancel your request'],
  [false, 'Reject the refund'],
])('the page of a request that is rejected is named for who sends it (own: %s)', (isOwn, title) => {
  const review: Waiting = { ...BATCH, action: 'refund.reject', values: {}, lines: [], isOwn };
  const html = renderToStaticMarkup(
    <ReviewPage page={pageView({ path: '/dashboard/review' })} review={review} now={NOW} />,
  );
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]).toBe(title);
});

test.each([
  ['en', 'The status changes from “Published” to “Paused”.'],
  ['es', 'El estado pasa de “Publicada” a “En pausa”.'],
  ['pt', 'A situação passa de “Publicada” para “Em pausa”.'],
] as const)('in %s, the new status of a cause is named before it is set', (locale, sentence) => {
  const values = { from: 'published', to: 'paused' };
  expect(consequences({ ...BATCH, action: 'cause.change_state', values, lines: [] }, locale)).toContain(sentence);
});
