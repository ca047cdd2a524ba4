import type { PageView } from '#lib/dashboard/page-view.ts';
import type { PaymentsView } from '#lib/dashboard/payment-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CauseFrame } from '../cause/cause-frame.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Paging } from '../paging.tsx';
import { Charts } from './chart.tsx';
import { FilterForm, isFiltered } from './filter-form.tsx';
import { RecordTable } from './record-table.tsx';

type Props = { page: PageView; view: PaymentsView };

/** The payments of one cause, or of all causes of a creator. */
export function PaymentsPage({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause } = view;
  const list = <List page={page} view={view} />;
  if (cause)
    return (
      <CauseFrame page={page} cause={cause} title={t('ownPayments.titleOf', { title: cause.title })}>
        {list}
      </CauseFrame>
    );
  return (
    <DashboardFrame page={page} title={t('ownPayments.title')}>
      <Charts page={page} charts={view.charts} />
      {list}
    </DashboardFrame>
  );
}

function List({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause, filter, rows, after, exportPath } = view;
  return (
    <>
      <FilterForm page={page} filter={filter} />
      <RecordTable
        page={page}
        rows={rows}
        caption={t(cause ? 'ownPayments.captionOne' : 'ownPayments.captionAll')}
        empty={t(isFiltered(filter) ? 'ownPayments.emptyFiltered' : 'ownPayments.empty')}
        namesCause={!cause}
      />
      <Paging page={page} after={after} />
      <div className="export">
        <a className="button" href={exportPath} download>
          {t('ownPayments.export.link')}
        </a>
        <p className="hint">{t('ownPayments.export.hint')}</p>
      </div>
    </>
  );
}
