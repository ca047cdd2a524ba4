import type { PageView } from '#lib/dashboard/page-view.ts';
import { isDay } from '#lib/i18n/read-day.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** The first or last day of a list. A day that does not exist filters nothing, which the field says. */
export function DayFilter({
  page,
  name,
  label,
  value,
}: {
  page: PageView;
  name: string;
  label: string;
  value: string;
}) {
  const id = `filter-${name}`;
  const isWrong = value !== '' && !isDay(value);
  return (
    <div className="field filter-date">
      <label htmlFor={id}>{label}</label>
      <input
        type="date"
        id={id}
        name={name}
        className="input"
        defaultValue={value}
        {...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
      />
      {isWrong && (
        <p className="field-error" id={`${id}-error`}>
          {translatorFor(page.locale)('lists.noDay')}
        </p>
      )}
    </div>
  );
}
