import type { PageView } from '#lib/dashboard/page-view.ts';
import type { DisputeRow, DueView } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Badge, type Tone } from '../badge.tsx';
import { moneyWithCode } from '../money.ts';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { staffPath } from './path.ts';

type Props = {
  page: PageView;
  rows: DisputeRow[];
  caption: string;
  empty: string;
  /** On the page of a payment, which is known there. */
  isOfOnePayment?: boolean;
};

const TONES: Record<DisputeRow['status'], Tone> = {
  open: 'waits',
  won: 'good',
  lost: 'bad',
  closed: 'plain',
};

/** Disputes, with how long is left to answer them. */
export function DisputesTable({ page, rows, caption, empty, isOfOnePayment = false }: Props) {
  const t = translatorFor(page.locale);
  const ended: Column<DisputeRow> = {
    key: 'ended',
    title: t('staff.disputes.ended'),
    cell: ({ endedAt }) => <When page={page} at={endedAt} isShort />,
  };
  const columns: Column<DisputeRow>[] = [
    isOfOnePayment
      ? {
          key: 'kind',
          title: t('staff.disputes.kind'),
          isName: true,
          cell: ({ kind }) => t(`staff.disputes.kinds.${kind}`),
        }
      : {
          key: 'payment',
          title: t('staff.disputes.payment'),
          isName: true,
          cell: ({ paymentId, causeTitle }) => (
            <>
              <a className="code" href={staffPath('payments', paymentId)}>
                {paymentId}
              </a>
              <small className="below">{causeTitle}</small>
            </>
          ),
        },
    {
      key: 'amount',
      title: t('staff.disputes.amount'),
      isNumber: true,
      cell: ({ amount }) => moneyWithCode(page.locale, amount),
    },
    {
      key: 'status',
      title: t('staff.disputes.status'),
      cell: ({ kind, status }) => (
        <>
          <Badge tone={TONES[status]}>{t(`staff.disputes.statuses.${status}`)}</Badge>
          {!isOfOnePayment && <small className="below whole">{t(`staff.disputes.kinds.${kind}`)}</small>}
        </>
      ),
    },
    {
      key: 'respondBy',
      title: t('staff.disputes.respondBy'),
      cell: ({ respondBy, due }) => (
        <>
          <When page={page} at={respondBy} isShort />
          {due && (
            <span className="below">
              <Due t={t} due={due} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'gateway',
      title: t('staff.disputes.gateway'),
      cell: ({ gateway, gatewayDisputeId }) => (
        <>
          {gateway}
          <small className="below code">{gatewayDisputeId}</small>
        </>
      ),
    },
    {
      key: 'opened',
      title: t('staff.disputes.opened'),
      cell: ({ openedAt }) => <When page={page} at={openedAt} isShort />,
    },
    ...(rows.some(({ endedAt }) => endedAt !== null) ? [ended] : []),
  ];
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />;
}

function Due({ t, due }: { t: Translate; due: DueView }) {
  if (due.unit === 'over') return <Badge tone="bad">{t('staff.disputes.over')}</Badge>;
  const left = t(`staff.disputes.${due.unit}`, { count: due.count });
  return due.isSoon ? <Badge tone="bad">{t('staff.disputes.soon', { left })}</Badge> : left;
}
