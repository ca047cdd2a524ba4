import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = {
  page: PageView;
  /** The key of the last row shown, after which the next page begins; null at the end. */
  after: string | null;
};

/** The query parameter with the key after which a page begins. */
export const AFTER = 'after';

/** The parameters that say where a page of a list begins. */
const PLACE = [AFTER, 'before', 'row'];

/** What narrows and orders a list: the query without the place where its page begins. */
export function filtersOf({ query }: PageView): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !PLACE.includes(name)));
}

/** The same list with other parameters. It begins at its start, unless these say otherwise. */
export function pagePath(page: PageView, parameters: Record<string, string>): string {
  const { path } = page;
  const all = new URLSearchParams({ ...filtersOf(page), ...parameters });
  return all.size === 0 ? path : `${path}?${all}`;
}

/** The link to the next page of a list (keyset paging): every page opens equally fast. */
export function Paging({ page, after }: Props) {
  const isFirst = page.query[AFTER] === undefined;
  if (isFirst && after === null) return null;
  const t = translatorFor(page.locale);
  const { [AFTER]: _here, ...kept } = page.query;
  const to = (query: Record<string, string>) =>
    Object.keys(query).length === 0 ? page.path : `${page.path}?${new URLSearchParams(query)}`;
  return (
    <nav className="paging" aria-label={t('dashboard.paging.label')}>
      {!isFirst && (
        <a className="button" href={to(kept)} rel="prev">
          {t('dashboard.paging.newer')}
        </a>
      )}
      {after !== null && (
        <a className="button" href={to({ ...kept, [AFTER]: after })} rel="next">
          {t('dashboard.paging.older')}
        </a>
      )}
    </nav>
  );
}
