import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LinkRow } from '#lib/dashboard/staff/links.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { majorMoney } from '../money.ts';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { LinkBadge } from './badges.tsx';
import {
  amountColumn,
  BY_DATE,
  causeColumn,
  clientColumn,
  donorColumn,
  idColumn,
  sortable,
  timeColumn,
} from './columns.tsx';

type Props = {
  page: PageView;
  links: LinkRow[];
  caption: string;
  empty: string;
  /** The list that these are a page of, which can be sorted. */
  list?: Listed<unknown>;
};

/** Checkout links. */
export function LinksTable({ page, links, caption, empty, list }: Props) {
  const t = translatorFor(page.locale);
  const date: Column<LinkRow> = timeColumn(page, 'createdAt', t('staff.records.links.created'));
  const columns: Column<LinkRow>[] = [
    idColumn(page, 'links', 'id', t('staff.records.links.id')),
    amountColumn(page, t('staff.records.links.amount')),
    {
      key: 'status',
      title: t('staff.records.links.status'),
      width: 'state',
      cell: ({ status }) => <LinkBadge t={t} status={status} />,
    },
    donorColumn(page),
    causeColumn(t('staff.money.payments.cause')),
    clientColumn(page),
    list ? sortable(page, list, date, BY_DATE) : date,
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={links}
      rowKey={({ id }) => id}
      empty={empty}
      isFixed
      line={({ donor, amount, createdAt, status }) => (
        <RowLine
          first={donor.name ?? donor.email ?? '—'}
          figure={majorMoney(page, amount)}
          second={<When page={page} at={createdAt} isShort />}
          badge={<LinkBadge t={t} status={status} />}
        />
      )}
    />
  );
}
