import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LinkRow } from '#lib/dashboard/staff/links.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { LinksTable } from './links-table.tsx';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';

/** A list of checkout links, with a search. */
export function LinksPage({ page, links }: { page: PageView; links: Listed<LinkRow> }) {
  const t = translatorFor(page.locale);
  return (
    <StaffListPage
      page={page}
      title={t('staff.records.links.title')}
      filters={[{ kind: 'text', name: 'q', label: t('staff.records.links.search') }]}
      section="links"
      list={links}
    >
      <LinksTable
        page={page}
        links={links.rows}
        caption={listCaption(page, t('staff.records.links.title'), links)}
        list={links}
        empty={t('staff.records.links.empty')}
      />
    </StaffListPage>
  );
}
