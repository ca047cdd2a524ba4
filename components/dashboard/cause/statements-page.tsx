import type { PageView } from '#lib/dashboard/page-view.ts';
import type { StatementsView } from '#lib/dashboard/statement-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CauseFrame } from './cause-frame.tsx';
import './statements.css';

type Props = { page: PageView; view: StatementsView };

/** The statement of a month, a choice of months, and the statement's files. */
export function StatementsPage({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause, shown, title, months, tables, pdfPath, csvPath, paymentsPath } = view;
  return (
    <CauseFrame page={page} cause={cause} title={t('statements.title', { title: cause.title })}>
      <form method="get" action={page.path} className="statement-months">
        <input type="hidden" name="lang" value={page.locale} />
        <div className="field">
          <label htmlFor="month">{t('statements.month')}</label>
          <select id="month" name="month" className="input" defaultValue={shown.month}>
            {months.map(({ month, name }) => (
              <option key={month} value={month}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          {t('statements.show')}
        </button>
      </form>
      <section className="statement" aria-labelledby="statement">
        <h2 id="statement">{title}</h2>
        {!shown.isOver && <p className="hint">{t('statements.soFar')}</p>}
        {tables.map((table) => (
          <Rows key={table.currency} page={page} {...table} />
        ))}
        <p className="hint">
          {t('statements.withdrawalNote')} {t('statements.lateNote')}
        </p>
        <p className="statement-files">
          <a className="button" href={pdfPath}>
            {t('statements.pdf')}
          </a>
          <a className="button" href={csvPath}>
            {t('statements.csv')}
          </a>
          <a href={paymentsPath}>{t('statements.payments')}</a>
        </p>
      </section>
    </CauseFrame>
  );
}

type RowsProps = StatementsView['tables'][number] & { page: PageView };

/** A table that stays one on a phone: a row is read as one line of a sum. */
function Rows({ page, currency, rows }: RowsProps) {
  const t = translatorFor(page.locale);
  const caption = t('statements.caption', { currency });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard (WCAG 2.1.1).
    <section className="statement-rows" aria-label={caption} tabIndex={0}>
      <table className="statement-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statements.item')}</th>
            <th scope="col">{t('statements.count')}</th>
            <th scope="col">{t('statements.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, amount, isBalance }) => (
            <tr key={name} className={isBalance ? 'statement-balance' : undefined}>
              <th scope="row">{name}</th>
              <td>{count}</td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
