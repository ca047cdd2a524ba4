import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = {
  page: PageView;
  /** Where the next page begins: the key of the last row shown; null at the end. */
  after: string | null;
};

/** The parameter that says after which row a page of a list begins. */
export const AFTER = 'after';

/** Leads through a long list by the key of its rows: a page opens equally fast however far it lies. */
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
