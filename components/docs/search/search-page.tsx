import type { DocsPage } from '#lib/docs/page.ts';
import type { SearchEntry } from '#lib/docs/search-entries.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { DocsFrame } from '../docs-page.tsx';
import { countOf, Results } from './results.tsx';

type Props = {
  t: Translate;
  nonce: string | undefined;
  pages: readonly DocsPage[];
  query: string;
  found: readonly SearchEntry[];
};

/** The search as a page of its own. */
export function SearchPage({ t, nonce, pages, query, found }: Props) {
  return (
    <DocsFrame
      t={t}
      nonce={nonce}
      pages={pages}
      title="Search"
      description="Search the guide, the API reference and the error codes."
      path="/docs/search"
    >
      <form action="/docs/search" className="search-form">
        <label htmlFor="search-page-query">Search the guide, the reference and the errors</label>
        <div className="search-row">
          <input type="search" name="q" id="search-page-query" defaultValue={query} autoComplete="off" />
          <button type="submit">Search</button>
        </div>
      </form>
      <p className="search-count">{countOf(found, query)}</p>
      <Results found={found} />
    </DocsFrame>
  );
}
