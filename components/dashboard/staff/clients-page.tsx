import type { PageView } from '#lib/dashboard/page-view.ts';
import type { ClientRow, Listed } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DashboardFrame } from '../frame.tsx';
import { Paging } from '../paging.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { staffPath } from './path.ts';

/** Every client. */
export function ClientsPage({ page, clients }: { page: PageView; clients: Listed<ClientRow> }) {
  const t = translatorFor(page.locale);
  const percent = new Intl.NumberFormat(page.locale, { style: 'percent', maximumFractionDigits: 6 });
  const columns: Column<ClientRow>[] = [
    {
      key: 'name',
      title: t('staff.partners.clients.name'),
      isName: true,
      cell: ({ id, name }) => <a href={staffPath('clients', id)}>{name}</a>,
    },
    {
      key: 'agreement',
      title: t('staff.partners.clients.agreement'),
      isNumber: true,
      cell: ({ feePercent }) => percent.format(feePercent / 100),
    },
    {
      key: 'keys',
      title: t('staff.partners.clients.keys'),
      isNumber: true,
      cell: ({ workingKeys }) => workingKeys,
    },
    {
      key: 'since',
      title: t('staff.partners.clients.since'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
  ];
  return (
    <DashboardFrame
      page={page}
      title={t('staff.partners.clients.title')}
      intro={t('staff.partners.clients.intro')}
    >
      <p>
        <a className="button" href={staffPath('clients', 'new')}>
          {t('staff.partners.clients.create')}
        </a>
      </p>
      <DataTable
        caption={t('staff.partners.clients.caption')}
        columns={columns}
        rows={clients.rows}
        rowKey={({ id }) => id}
        empty={t('staff.partners.clients.empty')}
      />
      <Paging page={page} after={clients.after} />
    </DashboardFrame>
  );
}
