import type { PageView } from '#lib/dashboard/page-view.ts';
import type { DisputeRow, DueView, ListedDispute } from '#lib/dashboard/staff/disputes.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { gatewayName } from '#lib/i18n/gateway-words.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Badge, type Tone } from '../badge.tsx';
import { majorMoney } from '../money.ts';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import {
  amountColumn,
  BY_AMOUNT,
  BY_DATE,
  clientColumn,
  donorColumn,
  idColumn,
  sortable,
  timeColumn,
} from './columns.tsx';
import { listCaption } from './list-caption.ts';
import { ShortId } from './short-id.tsx';

type Props = { page: PageView; rows: DisputeRow[] };

const TONES: Record<DisputeRow['status'], Tone> = {
  open: 'waits',
  won: 'good',
  lost: 'bad',
  closed: 'plain',
};

/** The disputes of a payment, on its own page. */
export function DisputesOfPayment({ page, rows }: Props) {
  const t = translatorFor(page.locale);
  const { amount, status, respondBy, gateway, opened, ended } = columnsOf(page);
  return (
    <DataTable
      caption={t('staff.disputes.captionPayment')}
      columns={[
        {
          key: 'kind',
          title: t('staff.disputes.kind'),
          isName: true,
          cell: ({ kind }) => t(`staff.disputes.kinds.${kind}`),
        },
        amount,
        status,
        respondBy,
        gateway,
        opened,
        ...(rows.some(({ endedAt }) => endedAt !== null) ? [ended] : []),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      empty=""
    />
  );
}

type ListProps = { page: PageView; disputes: Listed<ListedDispute>; empty: string };

/** Disputes of every payment, with the time left to answer them. */
export function DisputesTable({ page, disputes, empty }: ListProps) {
  const t = translatorFor(page.locale);
  const { amount, status, respondBy, gateway, opened } = columnsOf(page);
  const columns: Column<ListedDispute>[] = [
    idColumn(page, 'payments', 'paymentId', t('staff.disputes.payment')),
    sortable(page, disputes, amount, BY_AMOUNT),
    {
      ...status,
      cell: (dispute) => (
        <>
          {status.cell(dispute)}
          <small className="below">{t(`staff.disputes.kinds.${dispute.kind}`)}</small>
        </>
      ),
    },
    respondBy,
    donorColumn(page),
    clientColumn(page),
    gateway,
    sortable(page, disputes, opened, BY_DATE),
  ];
  return (
    <DataTable
      caption={listCaption(page, t('staff.disputes.title'), disputes)}
      columns={columns}
      rows={disputes.rows}
      rowKey={({ id }) => id}
      empty={empty}
      isFixed
      line={(dispute) => (
        <RowLine
          first={dispute.donor.name ?? dispute.donor.email ?? '—'}
          figure={majorMoney(page, dispute.amount)}
          second={
            dispute.due ? <TimeLeft t={t} due={dispute.due} /> : <When page={page} at={dispute.openedAt} isShort />
          }
          badge={status.cell(dispute)}
        />
      )}
    />
  );
}

/** The columns that both tables have. */
function columnsOf(page: PageView) {
  const t = translatorFor(page.locale);
  const amount: Column<DisputeRow> = amountColumn(page, t('staff.disputes.amount'));
  const status: Column<DisputeRow> = {
    key: 'status',
    title: t('staff.disputes.status'),
    width: 'short',
    cell: ({ status }) => <Badge tone={TONES[status]}>{t(`staff.disputes.statuses.${status}`)}</Badge>,
  };
  const respondBy: Column<DisputeRow> = {
    key: 'respondBy',
    title: t('staff.disputes.respondBy'),
    width: 'date',
    cell: ({ respondBy, due }) => (
      <>
        <When page={page} at={respondBy} isShort />
        {due && (
          <span className="below">
            <TimeLeft t={t} due={due} />
          </span>
        )}
      </>
    ),
  };
  const gateway: Column<DisputeRow> = {
    key: 'gateway',
    title: t('staff.disputes.gateway'),
    width: 'id',
    cell: ({ gateway, gatewayDisputeId }) => (
      <>
        {gatewayName(gateway)}
        <span className="below">
          <ShortId page={page} id={gatewayDisputeId} />
        </span>
      </>
    ),
  };
  const opened: Column<DisputeRow> = timeColumn(page, 'openedAt', t('staff.disputes.opened'));
  const ended: Column<DisputeRow> = timeColumn(page, 'endedAt', t('staff.disputes.ended'));
  return { amount, status, respondBy, gateway, opened, ended };
}

function TimeLeft({ t, due }: { t: Translate; due: DueView }) {
  if (due.unit === 'over') return <Badge tone="bad">{t('staff.disputes.over')}</Badge>;
  const left = t(`staff.disputes.${due.unit}`, { count: due.count });
  return due.isSoon ? <Badge tone="bad">{t('staff.disputes.soon', { left })}</Badge> : left;
}
