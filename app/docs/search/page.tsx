import { finder } from '#components/docs/search/finder.ts';
import { SearchPage } from '#components/docs/search/search-page.tsx';
import { requestNonce } from '#components/ui/request.ts';
import { docsPages } from '#lib/docs/pages.ts';
import { searchEntries } from '#lib/docs/search-entries.ts';
import { env } from '#lib/env.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = { searchParams: Promise<{ q?: string | string[] }> };

/** Searches the documentation, for browsers without scripts; the others search in a dialog. */
export default async function DocsSearchPage({ searchParams }: Props) {
  const { q } = await searchParams;
  const query = typeof q === 'string' ? q.slice(0, 200) : '';
  const pages = docsPages(env());
  return (
    <SearchPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      pages={pages}
      query={query}
      found={finder(searchEntries(pages))(query)}
    />
  );
}
