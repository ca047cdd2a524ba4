import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LinkRow, Listed } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { FilterForm } from '../filter-form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { moneyWithCode } from '../money.ts';
import { Paging } from '../paging.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { LinkBadge } from './badges.tsx';
import { staffPath } from './path.ts';

/** Checkout links, found by their id or by the partner's reference. */
export function LinksPage({ page, links }: { page: PageView; links: Listed<LinkRow> }) {
  const t = translatorFor(page.locale);
  const columns: Column<LinkRow>[] = [
    {
      key: 'id',
      title: t('staff.records.links.id'),
      isName: true,
      cell: ({ id }) => (
        <a className="code" href={staffPath('links', id)}>
          {id}
        </a>
      ),
    },
    {
      key: 'status',
      title: t('staff.records.links.status'),
      cell: ({ status }) => <LinkBadge t={t} status={status} />,
    },
    {
      key: 'amount',
      title: t('staff.records.links.amount'),
      isNumber: true,
      cell: ({ amount }) => moneyWithCode(page.locale, amount),
    },
    {
      key: 'reference',
      title: t('staff.records.links.reference'),
      cell: ({ externalReference }) => externalReference ?? '—',
    },
    { key: 'client', title: t('staff.records.links.client'), cell: ({ clientName }) => clientName },
    {
      key: 'created',
      title: t('staff.records.links.created'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
  ];
  return (
    <DashboardFrame page={page} title={t('staff.records.links.title')}>
      <FilterForm
        page={page}
        label={t('staff.records.narrow')}
        filters={[{ kind: 'text', name: 'q', label: t('staff.records.links.search') }]}
      />
      <DataTable
        caption={t('staff.records.links.caption')}
        columns={columns}
        rows={links.rows}
        rowKey={({ id }) => id}
        empty={t('staff.records.links.empty')}
      />
      <Paging page={page} after={links.after} />
    </DashboardFrame>
  );
}
