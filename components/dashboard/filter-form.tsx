import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { AFTER } from './paging.tsx';

export type Filter =
  | { kind: 'text'; name: string; label: string; hint?: string }
  | { kind: 'date'; name: string; label: string }
  | {
      kind: 'select';
      name: string;
      label: string;
      /** The first one stands for no choice: its value is empty. */
      options: readonly { value: string; label: string }[];
    };

type Props = { page: PageView; label: string; filters: readonly Filter[] };

/** Narrows a list: a form that only asks, so that its address can be kept and sent on, and works without scripts. */
export function FilterForm({ page, label, filters }: Props) {
  const t = translatorFor(page.locale);
  const isNarrowed = filters.some(({ name }) => (page.query[name] ?? '') !== '');
  return (
    <search>
      <form method="get" action={page.path} className="filters" aria-label={label}>
        {filters.map((filter) => (
          <div key={filter.name} className={`field filter-${filter.kind}`}>
            <label htmlFor={`filter-${filter.name}`}>{filter.label}</label>
            <Control filter={filter} value={page.query[filter.name] ?? ''} />
          </div>
        ))}
        <div className="filter-buttons">
          <button type="submit" className="button">
            {t('staff.records.find')}
          </button>
          {(isNarrowed || page.query[AFTER] !== undefined) && (
            <a className="button-link" href={page.path}>
              {t('staff.records.showAll')}
            </a>
          )}
        </div>
      </form>
    </search>
  );
}

function Control({ filter, value }: { filter: Filter; value: string }) {
  const shared = { id: `filter-${filter.name}`, name: filter.name, className: 'input', defaultValue: value };
  if (filter.kind === 'select')
    return (
      <select {...shared}>
        {filter.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  if (filter.kind === 'date') return <input type="date" {...shared} />;
  return <input type="search" placeholder={filter.hint} maxLength={300} autoComplete="off" {...shared} />;
}
