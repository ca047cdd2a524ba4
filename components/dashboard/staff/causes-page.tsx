import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CauseRow, Listed } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { FilterForm } from '../filter-form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Paging } from '../paging.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { CauseBadge } from './badges.tsx';
import { staffPath } from './path.ts';

type Props = {
  page: PageView;
  causes: Listed<CauseRow>;
  states: readonly CauseRow['state'][];
  clients: readonly { id: string; name: string }[];
};

/** Causes, found by what names them. */
export function StaffCausesPage({ page, causes, states, clients }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<CauseRow>[] = [
    {
      key: 'name',
      title: t('staff.partners.causes.name'),
      isName: true,
      cell: ({ key, title }) => <a href={staffPath('causes', key)}>{title}</a>,
    },
    {
      key: 'state',
      title: t('staff.partners.causes.state'),
      cell: ({ state }) => <CauseBadge t={t} state={state} />,
    },
    { key: 'client', title: t('staff.partners.causes.client'), cell: ({ clientName }) => clientName },
    { key: 'owner', title: t('staff.partners.causes.owner'), cell: ({ ownerEmail }) => ownerEmail },
    {
      key: 'created',
      title: t('staff.partners.causes.created'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
  ];
  return (
    <DashboardFrame page={page} title={t('staff.partners.causes.title')}>
      <FilterForm
        page={page}
        label={t('staff.records.narrow')}
        filters={[
          { kind: 'text', name: 'q', label: t('staff.partners.causes.search') },
          {
            kind: 'select',
            name: 'state',
            label: t('staff.partners.causes.state'),
            options: [
              { value: '', label: t('staff.partners.causes.everyState') },
              ...states.map((state) => ({ value: state, label: t(`dashboard.states.${state}`) })),
            ],
          },
          {
            kind: 'select',
            name: 'client',
            label: t('staff.partners.causes.client'),
            options: [
              { value: '', label: t('staff.partners.causes.everyClient') },
              ...clients.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
        ]}
      />
      <DataTable
        caption={t('staff.partners.causes.caption')}
        columns={columns}
        rows={causes.rows}
        rowKey={({ key }) => key}
        empty={t('staff.partners.causes.empty')}
      />
      <Paging page={page} after={causes.after} />
    </DashboardFrame>
  );
}
