import type { PageView } from '#lib/dashboard/page-view.ts';
import type { AmountView, Listed, SortName } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Breakable } from '../breakable.tsx';
import { majorMoney } from '../money.ts';
import { pagePath } from '../paging.tsx';
import type { Column } from '../table.tsx';
import { When } from '../when.tsx';
import { staffPath } from './path.ts';
import { ShortId } from './short-id.tsx';

/** A column with an id of the row, linked to that object's page. It names the row. */
export function idColumn<Key extends string>(
  page: PageView,
  section: string,
  key: Key,
  title: string,
): Column<Record<Key, string>> {
  return {
    key,
    title,
    isName: true,
    width: 'id',
    cell: (row) => <ShortId page={page} id={row[key]} href={staffPath(section, row[key])} />,
  };
}

/** The amount of the row, with its currency. */
export function amountColumn(page: PageView, title: string): Column<{ amount: AmountView }> {
  return {
    key: 'amount',
    title,
    isNumber: true,
    width: 'amount',
    cell: ({ amount }) => majorMoney(page, amount),
  };
}

/** An instant of the row in the reader's time zone; a dash for none. */
export function timeColumn<Key extends string>(
  page: PageView,
  key: Key,
  title: string,
): Column<Record<Key, Date | null>> {
  return {
    key,
    title,
    width: 'date',
    cell: (row) => <When page={page} at={row[key]} isShort />,
  };
}

/** Who gave, by name and address; a dash for none. */
export function donorColumn(page: PageView): Column<{ donor: { name: string | null; email: string | null } }> {
  const t = translatorFor(page.locale);
  return {
    key: 'donor',
    title: t('lists.donor'),
    cell: ({ donor: { name, email } }) => <Lines first={name ?? email} second={name === null ? null : email} />,
  };
}

/** The client, and its own reference. */
export function clientColumn(page: PageView): Column<{ clientName: string; externalReference: string | null }> {
  const t = translatorFor(page.locale);
  return {
    key: 'client',
    title: t('lists.client'),
    cell: ({ clientName, externalReference }) => <Lines first={clientName} second={externalReference} />,
  };
}

/** The cause of the row, linked to its page. */
export function causeColumn(title: string): Column<{ causeKey: string; causeTitle: string }> {
  return {
    key: 'cause',
    title,
    cell: ({ causeKey, causeTitle }) => (
      <a className="clamped" href={staffPath('causes', causeKey)}>
        {causeTitle}
      </a>
    ),
  };
}

/** A text, and a second line below it. */
export function Lines({ first, second }: { first: string | null; second: string | null }) {
  return (
    <>
      <span className="clamped">{first ?? '—'}</span>
      {second !== null && second !== '' && (
        <small className="below clamped" translate="no">
          <Breakable text={second} />
        </small>
      )}
    </>
  );
}

/** The same column with a heading that sorts the list by it. */
export function sortable<Row>(
  page: PageView,
  { sort, sorts }: Pick<Listed<unknown>, 'sort' | 'sorts'>,
  column: Column<Row>,
  [descending, ascending]: readonly [SortName, SortName],
): Column<Row> {
  if (!sorts.includes(descending)) return column;
  const direction = sort === descending ? 'descending' : sort === ascending ? 'ascending' : null;
  const next = sort === descending ? ascending : descending;
  return {
    ...column,
    sort: { href: pagePath(page, { sort: next }), direction },
  };
}

/** A date column that sorts. */
export const BY_DATE = ['newest', 'oldest'] as const;
/** An amount column that sorts. */
export const BY_AMOUNT = ['largest', 'smallest'] as const;
