import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CauseRow } from '#lib/dashboard/staff/causes.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { CauseBadge } from './badges.tsx';
import { BY_DATE, clientColumn, sortable, timeColumn } from './columns.tsx';
import { staffPath } from './path.ts';

type Props = {
  page: PageView;
  causes: CauseRow[];
  caption: string;
  empty: string;
  /** The list that these are a page of, which can be sorted. */
  list?: Listed<unknown>;
};

/** Causes, with who they belong to. */
export function CausesTable({ page, causes, caption, empty, list }: Props) {
  const t = translatorFor(page.locale);
  const date: Column<CauseRow> = timeColumn(page, 'createdAt', t('staff.partners.causes.created'));
  const columns: Column<CauseRow>[] = [
    {
      key: 'name',
      title: t('staff.partners.causes.name'),
      isName: true,
      cell: ({ key, title }) => (
        <a className="clamped" href={staffPath('causes', key)}>
          {title}
        </a>
      ),
    },
    {
      key: 'state',
      title: t('staff.partners.causes.state'),
      width: 'state',
      cell: ({ state }) => <CauseBadge t={t} state={state} />,
    },
    {
      key: 'owner',
      title: t('staff.partners.causes.owner'),
      cell: ({ ownerId, ownerEmail }) => (
        <a className="clamped" href={staffPath('creators', ownerId)}>
          {ownerEmail}
        </a>
      ),
    },
    clientColumn(page),
    list ? sortable(page, list, date, BY_DATE) : date,
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={causes}
      rowKey={({ key }) => key}
      empty={empty}
      isFixed
      line={({ title, state, clientName, createdAt }) => (
        <RowLine
          first={title}
          figure={<CauseBadge t={t} state={state} />}
          second={clientName}
          badge={<When page={page} at={createdAt} isShort />}
        />
      )}
    />
  );
}
