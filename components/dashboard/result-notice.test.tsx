import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormErrorCode, FormResultView, NoticeName } from '#lib/dashboard/page-view.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { pageView } from '#testing/page-view.ts';
import { ResultNotice } from './result-notice.tsx';

test.each(LOCALES)('in %s, a refund that failed is not said to be lost: it waits in its list', (locale) => {
  const noticeOf = (action: string, code: FormErrorCode) => {
    const result: FormResultView = { kind: 'refused', action, values: {}, errors: [{ field: '', code }] };
    return renderToStaticMarkup(<ResultNotice page={pageView({ locale, path: '/dashboard/staff', result })} />);
  };
  const nothingSaved = translatorFor(locale)('dashboard.form.refused');
  expect(noticeOf('payment.refund', 'refundStale')).toContain(nothingSaved);
  for (const action of ['payment.refund', 'refund.approve']) {
    expect(noticeOf(action, 'refundRefused')).not.toContain(nothingSaved);
    expect(noticeOf(action, 'refundRefused')).toContain('href="/dashboard/staff/refunds"');
  }
});

test.each(LOCALES)('in %s, a page of a new key that was shown says that it is not shown again', (locale) => {
  const gone = translatorFor(locale)('dashboard.reveal.gone');
  const noticeOf = (notice: NoticeName, reveal: string | null) => {
    const result: FormResultView = { kind: 'done', action: 'key.create', notice, reveal };
    return renderToStaticMarkup(<ResultNotice page={pageView({ locale, path: '/dashboard/staff', result })} />);
  };
  for (const notice of ['keyCreated', 'keyRotated', 'keyRotatedNow', 'keyRotatedAwaits', 'keyAwaits'] as const) {
    expect(noticeOf(notice, null)).toContain(gone);
    expect(noticeOf(notice, 'cause_live_x')).not.toContain(gone);
  }
  expect(noticeOf('keyRevoked', null)).not.toContain(gone);
});
