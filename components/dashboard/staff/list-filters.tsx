import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DayFilter } from '../day-filter.tsx';
import { AFTER } from '../paging.tsx';

export type Filter =
  | { kind: 'text'; name: string; label: string; hint?: string }
  | { kind: 'date'; name: string; label: string }
  | {
      kind: 'select';
      name: string;
      label: string;
      /** The first option has an empty value and means no filter. */
      options: readonly { value: string; label: string }[];
    };

type Props = { page: PageView; label: string; filters: readonly Filter[]; list: Listed<unknown> };

/**
 * The filters of a list: a GET form that works without scripts and whose URL can be shared. Days and order fold away while
 * nothing is chosen there.
 */
export function ListFilters({ page, label, filters, list }: Props) {
  const t = translatorFor(page.locale);
  const [usual, ...others] = list.sorts;
  const more: Filter[] = [
    { kind: 'date', name: 'from', label: t('lists.from') },
    { kind: 'date', name: 'to', label: t('lists.to') },
    {
      kind: 'select',
      name: 'sort',
      label: t('lists.sort'),
      options: [
        ...(usual ? [{ value: '', label: t(`lists.sorts.${usual}`) }] : []),
        ...others.map((sort) => ({ value: sort, label: t(`lists.sorts.${sort}`) })),
      ],
    },
  ];
  const isChosen = ({ name }: Filter) => (page.query[name] ?? '') !== '';
  return (
    <search>
      <form method="get" action={page.path} className="filters" aria-label={label}>
        {filters.map((filter) => (
          <FilterField key={filter.name} page={page} filter={filter} />
        ))}
        <details className="filters-more" open={more.some(isChosen)}>
          <summary>{t('lists.more')}</summary>
          <div className="filters">
            {more.map((filter) => (
              <FilterField key={filter.name} page={page} filter={filter} />
            ))}
          </div>
        </details>
        <div className="filter-buttons">
          <button type="submit" className="button">
            {t('staff.records.find')}
          </button>
          {([...filters, ...more].some(isChosen) || page.query[AFTER] !== undefined) && (
            <a className="button-link" href={page.path}>
              {t('staff.records.showAll')}
            </a>
          )}
        </div>
      </form>
    </search>
  );
}

export function FilterField({ page, filter }: { page: PageView; filter: Filter }) {
  const value = page.query[filter.name] ?? '';
  if (filter.kind === 'date') return <DayFilter page={page} name={filter.name} label={filter.label} value={value} />;
  return (
    <div className={`field filter-${filter.kind}`}>
      <label htmlFor={`filter-${filter.name}`}>{filter.label}</label>
      <Control filter={filter} value={value} />
    </div>
  );
}

function Control({ filter, value }: { filter: Exclude<Filter, { kind: 'date' }>; value: string }) {
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
  return <input type="search" placeholder={filter.hint} maxLength={300} autoComplete="off" {...shared} />;
}
