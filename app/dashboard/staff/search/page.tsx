import { SearchPage } from '#components/dashboard/staff/search-page.tsx';
import { searchText } from '#lib/dashboard/staff/filters.ts';
import { searchEverything } from '#lib/dashboard/staff/search.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** What staff search for on any page, by whatever they know of it. */
export default staffPage('/dashboard/staff/search', async ({ page, query, now }) => {
  const text = searchText(query);
  const results = text === undefined ? null : await searchEverything(text, now);
  return <SearchPage page={page} text={text ?? ''} results={results} />;
});
