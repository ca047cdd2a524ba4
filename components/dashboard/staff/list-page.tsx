import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeNumber } from '#lib/i18n/write-money.ts';
import { ExportForm } from '../export-form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { filtersOf, pagePath } from '../paging.tsx';
import { type Filter, ListFilters } from './list-filters.tsx';

type Props = {
  page: PageView;
  title: string;
  intro?: string;
  /** The list's own filters; its days and its order are added. */
  filters?: readonly Filter[];
  /** The name of the list's section, by which its file is found. */
  section: string;
  list: Listed<unknown>;
  /** The table. */
  children: ReactNode;
  /** Content after the list. */
  below?: ReactNode;
};

/** A staff page with a list: filters, the position, a table, the pages before and after, and the list as a file. */
export function StaffListPage(props: Props) {
  const { page, title, intro, filters = [], section, list, children, below } = props;
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={title} {...(intro === undefined ? {} : { intro })}>
      <ListFilters page={page} label={t('staff.records.narrow')} filters={filters} list={list} />
      <Position page={page} list={list} />
      {list.isCut && <p className="notice">{t('lists.cut')}</p>}
      {children}
      <Pages page={page} list={list} />
      <ExportForm page={page} path={`/dashboard/staff/export/${section}`} filters={filtersOf(page)} />
      {below}
    </DashboardFrame>
  );
}

/** Which rows are shown, of how many: `51–100 of 1,240`. */
function Position({ page, list }: { page: PageView; list: Listed<unknown> }) {
  if (list.rows.length === 0) return null;
  const t = translatorFor(page.locale);
  const number = (value: number) => writeNumber(value, page.locale);
  const { first, total, rows } = list;
  return (
    <p className="list-position">
      {t(total.isMore ? 'lists.positionMore' : 'lists.position', {
        first: number(first),
        last: number(first + rows.length - 1),
        total: number(total.count),
      })}
    </p>
  );
}

/** The links to the pages before and after (keyset paging): every page opens equally fast. */
function Pages({ page, list: { before, after } }: { page: PageView; list: Listed<unknown> }) {
  if (before === null && after === null) return null;
  const t = translatorFor(page.locale);
  const start = before === 'start' || before === null ? {} : { before: before.cursor, row: String(before.row) };
  return (
    <nav className="paging" aria-label={t('dashboard.paging.label')}>
      {before !== null && (
        <a className="button" href={pagePath(page, start)} rel="prev">
          {t('lists.previous')}
        </a>
      )}
      {after !== null && (
        <a className="button" href={pagePath(page, { after: after.cursor, row: String(after.row) })} rel="next">
          {t('lists.next')}
        </a>
      )}
    </nav>
  );
}
