import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormErrorCode, FormResultView } from '#lib/dashboard/page-view.ts';
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
