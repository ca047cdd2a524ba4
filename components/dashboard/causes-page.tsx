import type { ListedCause, PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { causeStateName, ownCausePath } from './cause/cause-frame.tsx';
import { DashboardFrame } from './frame.tsx';
import { majorMoney } from './money.ts';
import { Paging } from './paging.tsx';
import { type Column, DataTable } from './table.tsx';

type Props = { page: PageView; causes: readonly ListedCause[]; after: string | null };

/** A creator's first page: their causes. */
export function CausesPage({ page, causes, after }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const columns: Column<ListedCause>[] = [
    {
      key: 'name',
      title: t('dashboard.causes.name'),
      isName: true,
      cell: (cause) => (
        <a href={ownCausePath(cause)} className="title">
          {cause.title}
        </a>
      ),
    },
    { key: 'state', title: t('dashboard.causes.state'), cell: ({ state }) => causeStateName(t, state) },
    {
      key: 'collected',
      title: t('dashboard.causes.collected'),
      isNumber: true,
      cell: ({ collectedMajor: amountMajor, currency, country }) =>
        majorMoney(page, { amountMajor, currency, country }),
    },
    {
      key: 'address',
      title: t('dashboard.causes.address'),
      cell: ({ path, title }) =>
        path === null ? (
          t('dashboard.causes.none')
        ) : (
          <a href={path}>
            {t('dashboard.causes.see')}
            <span className="visually-hidden">: {title}</span>
          </a>
        ),
    },
  ];
  return (
    <DashboardFrame page={page} title={t('dashboard.sections.causes')}>
      <p>
        <a className="button button-accent" href="/dashboard/causes/new">
          {t('newCause.open')}
        </a>
      </p>
      <DataTable
        caption={t('dashboard.causes.caption')}
        columns={columns}
        rows={causes}
        rowKey={({ key }) => key}
        empty={t('dashboard.causes.empty')}
      />
      <Paging page={page} after={after} />
    </DashboardFrame>
  );
}
