import type { PageView } from '#lib/dashboard/page-view.ts';
import type { AuditRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';

type Props = {
  page: PageView;
  rows: AuditRow[];
  empty: string;
  /** On the page of what they are all about, which needs no column. */
  isOfOneSubject?: boolean;
};

/** Entries of the audit log. */
export function AuditTable({ page, rows, empty, isOfOneSubject = false }: Props) {
  const t = translatorFor(page.locale);
  const subject: Column<AuditRow> = {
    key: 'subject',
    title: t('staff.records.audit.toWhat'),
    cell: ({ subject: id, path }) =>
      path === null ? (
        <span className="code">{id}</span>
      ) : (
        <a className="code" href={path}>
          {id}
        </a>
      ),
  };
  const columns: Column<AuditRow>[] = [
    {
      key: 'what',
      title: t('staff.records.audit.what'),
      isName: true,
      cell: ({ action }) => <span className="code">{action}</span>,
    },
    ...(isOfOneSubject ? [] : [subject]),
    { key: 'who', title: t('staff.records.audit.who'), cell: ({ by }) => <Actor t={t} by={by} /> },
    {
      key: 'when',
      title: t('staff.records.audit.when'),
      cell: ({ at }) => <When page={page} at={at} />,
    },
    { key: 'data', title: t('staff.records.audit.data'), cell: ({ data }) => data || '—' },
  ];
  return (
    <DataTable
      caption={t('staff.records.audit.caption')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
    />
  );
}
