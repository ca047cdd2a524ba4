import type { PageView } from '#lib/dashboard/page-view.ts';
import type { FilterView } from '#lib/dashboard/payment-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { PaymentRecord, PaymentStatus } from '#lib/payments/views/record-view.ts';
import { DayFilter } from '../day-filter.tsx';

type Props = { page: PageView; filter: FilterView };

const STATES = [
  'approved',
  'partially_refunded',
  'refunded',
  'disputed',
  'dispute_lost',
] as const satisfies PaymentStatus[];
const METHODS = ['card', 'bank_transfer', 'wallet'] as const satisfies PaymentRecord['rail'][];

/** Whether a filter is set. */
export function isFiltered({ state, method, from, to, text }: FilterView): boolean {
  return [state, method, from, to, text].some((value) => value !== '');
}

/** The filters of a list: a GET form, so that the URL of its result can be stored and shared. */
export function PaymentFilters({ page, filter }: Props) {
  const t = translatorFor(page.locale);
  const states = STATES.map((value) => ({ value, label: t(`ownPayments.statuses.${value}`) }));
  const methods = METHODS.map((value) => ({ value, label: t(`ownPayments.methods.${value}`) }));
  return (
    <details className="filter" open={isFiltered(filter)}>
      <summary>{t('ownPayments.filter.title')}</summary>
      <form method="get" action={page.path} className="filter-form">
        <input type="hidden" name="lang" value={page.locale} />
        {page.query.by !== undefined && <input type="hidden" name="by" value={page.query.by} />}
        <Choice page={page} name="state" label={t('ownPayments.state')} value={filter.state} options={states} />
        <Choice page={page} name="method" label={t('ownPayments.method')} value={filter.method} options={methods} />
        <DayFilter page={page} name="from" label={t('ownPayments.filter.from')} value={filter.from} />
        <DayFilter page={page} name="to" label={t('ownPayments.filter.to')} value={filter.to} />
        <div className="field filter-text">
          <label htmlFor="filter-text">{t('ownPayments.filter.text')}</label>
          <input
            id="filter-text"
            type="search"
            name="text"
            className="input"
            defaultValue={filter.text}
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby="filter-text-hint"
          />
          <p className="hint" id="filter-text-hint">
            {t('ownPayments.filter.textHint')}
          </p>
        </div>
        <div className="filter-ways">
          <button type="submit" className="button">
            {t('ownPayments.filter.apply')}
          </button>
          {isFiltered(filter) && <a href={page.path}>{t('ownPayments.filter.clear')}</a>}
          <input type="hidden" name="zone" value={filter.zone} />
        </div>
      </form>
    </details>
  );
}

type ChoiceProps = {
  page: PageView;
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
};

function Choice({ page, name, label, value, options }: ChoiceProps) {
  const t = translatorFor(page.locale);
  return (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name} className="input" defaultValue={value}>
        <option value="">{t('ownPayments.filter.any')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
