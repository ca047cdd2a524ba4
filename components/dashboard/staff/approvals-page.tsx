import type { PageView } from '#lib/dashboard/page-view.ts';
import type { KeyApprovalRow, RefundApprovalRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DashboardFrame } from '../frame.tsx';
import { moneyWithCode } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { staffPath } from './path.ts';

type Props = { page: PageView; refunds: RefundApprovalRow[]; keys: KeyApprovalRow[] };

/** What waits for a second member of staff: who asked for it and when. It is decided on the page of each. */
export function ApprovalsPage({ page, refunds, keys }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.approvals.title')} intro={t('staff.approvals.intro')}>
      <RefundsPanel page={page} refunds={refunds} />
      <KeysPanel page={page} keys={keys} />
    </DashboardFrame>
  );
}

function RefundsPanel({ page, refunds }: Pick<Props, 'page' | 'refunds'>) {
  const t = translatorFor(page.locale);
  const columns: Column<RefundApprovalRow>[] = [
    {
      key: 'payment',
      title: t('staff.approvals.payment'),
      isName: true,
      cell: ({ paymentId }) => (
        <a className="code" href={staffPath('payments', paymentId)}>
          {paymentId}
        </a>
      ),
    },
    {
      key: 'amount',
      title: t('staff.approvals.amount'),
      isNumber: true,
      cell: ({ amount }) => moneyWithCode(page.locale, amount),
    },
    { key: 'reason', title: t('staff.approvals.reason'), cell: ({ reason }) => reason },
    { key: 'by', title: t('staff.approvals.by'), cell: ({ by }) => <Actor t={t} by={by} /> },
    {
      key: 'at',
      title: t('staff.approvals.at'),
      cell: ({ requestedAt }) => <When page={page} at={requestedAt} />,
    },
  ];
  return (
    <Panel id="refunds" title={t('staff.approvals.refundsTitle')}>
      <DataTable
        caption={t('staff.approvals.refundsCaption')}
        columns={columns}
        rows={refunds}
        rowKey={({ id }) => id}
        empty={t('staff.approvals.refundsEmpty')}
      />
    </Panel>
  );
}

function KeysPanel({ page, keys }: Pick<Props, 'page' | 'keys'>) {
  const t = translatorFor(page.locale);
  const columns: Column<KeyApprovalRow>[] = [
    {
      key: 'key',
      title: t('staff.approvals.key'),
      isName: true,
      cell: ({ id }) => (
        <a className="code" href={staffPath('keys', id)}>
          {id}
        </a>
      ),
    },
    {
      key: 'client',
      title: t('staff.approvals.client'),
      cell: ({ clientId, clientName }) => <a href={staffPath('clients', clientId)}>{clientName}</a>,
    },
    {
      key: 'permissions',
      title: t('staff.approvals.permissions'),
      cell: ({ permissions }) => permissions.join(', '),
    },
    { key: 'by', title: t('staff.approvals.by'), cell: ({ by }) => by && <Actor t={t} by={by} /> },
    {
      key: 'at',
      title: t('staff.approvals.at'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
  ];
  return (
    <Panel id="keys" title={t('staff.approvals.keysTitle')}>
      <DataTable
        caption={t('staff.approvals.keysCaption')}
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
        empty={t('staff.approvals.keysEmpty')}
      />
    </Panel>
  );
}
