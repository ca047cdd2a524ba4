import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SearchResults } from '#lib/dashboard/staff/search.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { pageView } from '#testing/page-view.ts';
import { SearchPage } from './search-page.tsx';

const NOTHING: SearchResults = {
  payments: [],
  links: [],
  causes: [],
  people: [],
  others: [],
  most: 10,
  isMistyped: false,
  hasMore: { payments: false, links: false, causes: false, people: false, others: false },
};

test.each(LOCALES)('where nothing is found a receipt number that was misread is said to be wrong, in %s', (locale) => {
  const t = translatorFor(locale);
  const html = (isMistyped: boolean) =>
    renderToStaticMarkup(
      <SearchPage page={pageView({ locale })} text="F7R-298-QHN7" results={{ ...NOTHING, isMistyped }} />,
    );
  expect(html(true)).toContain(`${t('staff.search.nothing')} ${t('staff.search.mistyped')}`);
  expect(html(false)).not.toContain(t('staff.search.mistyped'));
});
