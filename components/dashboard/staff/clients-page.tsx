import type { PageView } from '#lib/dashboard/page-view.ts';
import type { ClientRow } from '#lib/dashboard/staff/clients.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writePercent } from '#lib/i18n/write-money-path.ts';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { BY_DATE, sortable, timeColumn } from './columns.tsx';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';
import { staffPath } from './path.ts';

/** Every client. */
export function ClientsPage({ page, clients }: { page: PageView; clients: Listed<ClientRow> }) {
  const t = translatorFor(page.locale);
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
      cell: ({ feePercent }) => writePercent(feePercent, page.locale),
    },
    {
      key: 'keys',
      title: t('staff.partners.clients.keys'),
      isNumber: true,
      cell: ({ workingKeys }) => workingKeys,
    },
    sortable(page, clients, timeColumn(page, 'createdAt', t('staff.partners.clients.since')), BY_DATE),
  ];
  return (
    <StaffListPage
      page={page}
      title={t('staff.partners.clients.title')}
      intro={t('staff.partners.clients.intro')}
      filters={[{ kind: 'text', name: 'q', label: t('lists.clientSearch') }]}
      section="clients"
      list={clients}
    >
      <p>
        <a className="button" href={staffPath('clients', 'new')}>
          {t('staff.partners.clients.create')}
        </a>{' '}
        <a className="button" href={staffPath('keys')}>
          {t('lists.keys.all')}
        </a>
      </p>
      <DataTable
        caption={listCaption(page, t('staff.partners.clients.title'), clients)}
        columns={columns}
        rows={clients.rows}
        rowKey={({ id }) => id}
        empty={t('staff.partners.clients.empty')}
        isFixed
        line={({ name, feePercent, createdAt }) => (
          <RowLine
            first={name}
            figure={writePercent(feePercent, page.locale)}
            second={<When page={page} at={createdAt} isShort />}
          />
        )}
      />
    </StaffListPage>
  );
}
