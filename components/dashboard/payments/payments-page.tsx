import type { PageView } from '#lib/dashboard/page-view.ts';
import type { PaymentsView } from '#lib/dashboard/payment-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CauseFrame } from '../cause/cause-frame.tsx';
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
        <a className="button" href={thanksPath} download>
          {t('ownPayments.thanks.link')}
        </a>
        <p className="hint">{t('ownPayments.thanks.hint')}</p>
      </div>
    </>
  );
}

/** The CSV file with the same filters: a GET form, whose choice of a separator is kept for the account. */
function Export({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { path, separator } = view.export;
  const { by: _chart, after: _page, ...filters } = page.query;
  return (
    <form method="get" action={path} className="export">
      {Object.entries({ ...filters, zone: view.filter.zone, lang: page.locale }).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="export-columns">{t('ownPayments.export.columns')}</label>
        <select id="export-columns" name="columns" className="input" defaultValue={separator}>
          {(['comma', 'semicolon'] as const).map((value) => (
            <option key={value} value={value}>
              {t(`ownPayments.export.separators.${value}`)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button">
        {t('ownPayments.export.link')}
      </button>
      <p className="hint">{t('ownPayments.export.hint')}</p>
    </form>
  );
}
