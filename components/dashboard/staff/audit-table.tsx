import type { PageView } from '#lib/dashboard/page-view.ts';
import type { AuditRow } from '#lib/dashboard/staff/audit.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Badge, type Tone } from '../badge.tsx';
import { Breakable } from '../breakable.tsx';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { Actor, actorName } from './actor.tsx';
import { BY_DATE, sortable, timeColumn } from './columns.tsx';
import { listCaption } from './list-caption.ts';
import { ShortId } from './short-id.tsx';

const TONES: Readonly<Record<AuditRow['outcome'], Tone>> = { started: 'waits', done: 'good', refused: 'bad' };

function OutcomeBadge({ t, outcome }: { t: Translate; outcome: AuditRow['outcome'] }) {
  return <Badge tone={TONES[outcome]}>{t(`staff.records.audit.outcomes.${outcome}`)}</Badge>;
}

type Props = {
  page: PageView;
  rows: AuditRow[];
  empty: string;
  /** The list that these are a page of; omitted on the page of their subject, which has no column for it. */
  list?: Listed<unknown>;
};

/** Entries of the audit log. */
export function AuditTable({ page, rows, empty, list }: Props) {
  const t = translatorFor(page.locale);
  const subject: Column<AuditRow> = {
    key: 'subject',
    title: t('staff.records.audit.toWhat'),
    cell: ({ subject: id, path }) =>
      path === null ? <ShortId page={page} id={id} /> : <ShortId page={page} id={id} href={path} />,
  };
  const when: Column<AuditRow> = timeColumn(page, 'at', t('staff.records.audit.when'));
  const columns: Column<AuditRow>[] = [
    {
      key: 'what',
      title: t('staff.records.audit.what'),
      isName: true,
      cell: ({ action }) => (
        <span className="code audit-action" translate="no">
          {action}
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t('staff.records.audit.outcome'),
      cell: ({ outcome, reason }) => (
        <>
          <OutcomeBadge t={t} outcome={outcome} />
          {reason !== null && (
            <span className="below code">
              <Breakable text={reason} />
            </span>
          )}
        </>
      ),
    },
    ...(list ? [subject] : []),
    { key: 'who', title: t('staff.records.audit.who'), cell: ({ by }) => <Actor t={t} by={by} /> },
    list ? sortable(page, list, when, BY_DATE) : when,
    {
      key: 'data',
      title: t('staff.records.audit.data'),
      cell: ({ data }) => (
        <span className="address" translate="no">
          {data || '—'}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={list ? listCaption(page, t('staff.records.audit.title'), list) : t('staff.records.audit.caption')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      line={({ action, outcome, by, at }) => (
        <RowLine
          first={<span className="code">{action}</span>}
          figure={<OutcomeBadge t={t} outcome={outcome} />}
          second={actorName(t, by)}
          badge={<When page={page} at={at} isShort />}
        />
      )}
    />
  );
}
