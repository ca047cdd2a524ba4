import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import './export-form.css';

type Props = {
  page: PageView;
  path: string;
  /** The filters of the list, which are those of the file. */
  filters: Record<string, string>;
  hint?: string;
};

/** The CSV file of a list: a GET form, whose choice of a separator is kept for the account. */
export function ExportForm({ page, path, filters, hint }: Props) {
  const t = translatorFor(page.locale);
  return (
    <form method="get" action={path} className="export">
      {Object.entries({ ...filters, lang: page.locale }).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="export-columns">{t('lists.export.columns')}</label>
        <select id="export-columns" name="columns" className="input" defaultValue={page.csvSeparator}>
          {(['comma', 'semicolon'] as const).map((value) => (
            <option key={value} value={value}>
              {t(`lists.export.separators.${value}`)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button">
        {t('lists.export.link')}
      </button>
      {hint !== undefined && <p className="hint">{hint}</p>}
    </form>
  );
}
