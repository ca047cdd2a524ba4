import type { PageView } from '#lib/dashboard/page-view.ts';
import type { BatchRow, UnbatchedRow } from '#lib/dashboard/staff/batches.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from '../form.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { Actor } from './actor.tsx';
import { BatchBadge } from './badges.tsx';
import { amountColumn, BY_DATE, idColumn, sortable, timeColumn } from './columns.tsx';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';

type Props = { page: PageView; batches: Listed<BatchRow>; unbatched: UnbatchedRow[] };

/** The approved withdrawals that can be put into a batch, and all batches. */
export function BatchesPage({ page, batches, unbatched }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<BatchRow>[] = [
    idColumn(page, 'withdrawals/batches', 'id', t('staff.batches.batch')),
    {
      key: 'state',
      title: t('staff.batches.state'),
      cell: ({ state }) => <BatchBadge t={t} state={state} />,
    },
    {
      key: 'count',
      title: t('dashboard.sections.withdrawals'),
      isNumber: true,
      cell: ({ count }) => new Intl.NumberFormat(page.locale).format(count),
    },
    amountColumn(page, t('staff.batches.total')),
    { key: 'by', title: t('staff.batches.by'), cell: ({ by }) => <Actor t={t} by={by} /> },
    sortable(page, batches, timeColumn(page, 'createdAt', t('staff.batches.created')), BY_DATE),
  ];
  return (
    <StaffListPage
      page={page}
      title={t('staff.batches.title')}
      intro={t('staff.batches.intro')}
      section="batches"
      list={batches}
    >
      <UnbatchedPanel page={page} unbatched={unbatched} />
      <DataTable
        caption={listCaption(page, t('staff.batches.title'), batches)}
        columns={columns}
        rows={batches.rows}
        rowKey={({ id }) => id}
        empty={t('staff.batches.empty')}
      />
    </StaffListPage>
  );
}

function UnbatchedPanel({ page, unbatched }: { page: PageView; unbatched: UnbatchedRow[] }) {
  const t = translatorFor(page.locale);
  const columns: Column<UnbatchedRow>[] = [
    {
      key: 'currency',
      title: t('staff.money.account.currency'),
      isName: true,
      cell: ({ currency }) => currency,
    },
    {
      key: 'count',
      title: t('dashboard.sections.withdrawals'),
      isNumber: true,
      cell: ({ count }) => new Intl.NumberFormat(page.locale).format(count),
    },
    {
      key: 'amount',
      title: t('staff.batches.total'),
      isNumber: true,
      cell: ({ amount }) => majorMoney(page, amount),
    },
    {
      key: 'create',
      title: t('staff.batches.newColumn'),
      cell: ({ currency }) => (
        <ActionForm page={page} action="batch.create" hidden={{ currency }} className="">
          <button type="submit" className="button" aria-label={t('staff.batches.createIn', { currency })}>
            {t('staff.batches.create')}
          </button>
        </ActionForm>
      ),
    },
  ];
  return (
    <Panel id="unbatched" title={t('staff.batches.newTitle')} intro={t('staff.batches.newIntro')}>
      <DataTable
        caption={t('staff.batches.newCaption')}
        columns={columns}
        rows={unbatched}
        rowKey={({ currency }) => currency}
        empty={t('staff.batches.newEmpty')}
      />
    </Panel>
  );
}
