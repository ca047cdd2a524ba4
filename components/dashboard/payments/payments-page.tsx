import type { PageView } from '#lib/dashboard/page-view.ts';
import type { PaymentsView } from '#lib/dashboard/payment-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CauseFrame } from '../cause/cause-frame.tsx';
import { ExportForm } from '../export-form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Paging } from '../paging.tsx';
import { Charts } from './chart.tsx';
import { isFiltered, PaymentFilters } from './payment-filters.tsx';
import { RecordTable } from './record-table.tsx';

type Props = { page: PageView; view: PaymentsView };

/** The payments of one cause, or of all causes of a creator. */
export function PaymentsPage({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause, charts, filter, rows } = view;
  const hasDonations = charts.length > 0 || rows.length > 0 || isFiltered(filter);
  const list = <List page={page} view={view} />;
  if (cause)
    return (
      <CauseFrame page={page} cause={cause} title={t('ownPayments.titleOf', { title: cause.title })}>
        {list}
      </CauseFrame>
    );
  return (
    <DashboardFrame page={page} title={t('ownPayments.title')}>
      {hasDonations && <Charts page={page} by={view.by} charts={view.charts} />}
      {list}
    </DashboardFrame>
  );
}

function List({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause, filter, rows, after, thanksPath } = view;
  return (
    <>
      <PaymentFilters page={page} filter={filter} />
      <RecordTable
        page={page}
        rows={rows}
        caption={t(cause ? 'ownPayments.captionOne' : 'ownPayments.captionAll')}
        empty={t(isFiltered(filter) ? 'ownPayments.emptyFiltered' : 'ownPayments.empty')}
        namesCause={!cause}
      />
      <Paging page={page} after={after} />
      <Export page={page} view={view} />
      <div className="export">
        <a className="button" href={thanksPath}>
          {t('ownPayments.thanks.link')}
        </a>
        <p className="hint">{t('ownPayments.thanks.hint')}</p>
      </div>
    </>
  );
}

/** The CSV file with the same filters. */
function Export({ page, view }: Props) {
  const { by: _chart, after: _page, ...filters } = page.query;
  const hint = translatorFor(page.locale)('ownPayments.exportHint');
  return <ExportForm page={page} hint={hint} path={view.exportPath} filters={{ ...filters, zone: view.filter.zone }} />;
}
