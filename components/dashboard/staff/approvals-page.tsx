import type { PageView } from '#lib/dashboard/page-view.ts';
import type {
  KeyApprovalRow,
  RefundApprovalRow,
  TermsApprovalRow,
  WriteOffRow,
} from '#lib/dashboard/staff/approvals.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DashboardFrame } from '../frame.tsx';
import { Panel } from '../panel.tsx';
import type { Column } from '../table.tsx';
import { Actor } from './actor.tsx';
import { amountColumn, idColumn, timeColumn } from './columns.tsx';
import { staffPath } from './path.ts';
import { ChangedTerms } from './terms-panel.tsx';
import { WaitingTable } from './waiting-table.tsx';

type Props = {
  page: PageView;
  refunds: RefundApprovalRow[];
  writeOffs: WriteOffRow[];
  terms: TermsApprovalRow[];
  keys: KeyApprovalRow[];
  /** How many of each are shown. */
  most: number;
};

/** Requests that wait for a second staff member. Each links to the page with its forms. */
export function ApprovalsPage({ page, refunds, writeOffs, terms, keys, most }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.approvals.title')} intro={t('staff.approvals.intro')}>
      <RefundsPanel page={page} refunds={refunds} most={most} />
      <WriteOffsPanel page={page} writeOffs={writeOffs} most={most} />
      <TermsPanel page={page} terms={terms} most={most} />
      <KeysPanel page={page} keys={keys} most={most} />
    </DashboardFrame>
  );
}

function RefundsPanel({ page, refunds, most }: Pick<Props, 'page' | 'refunds' | 'most'>) {
  const t = translatorFor(page.locale);
  const columns: Column<RefundApprovalRow>[] = [
    idColumn(page, 'payments', 'paymentId', t('staff.approvals.payment')),
    amountColumn(page, t('staff.approvals.amount')),
    { key: 'reason', title: t('staff.approvals.reason'), cell: ({ reason }) => reason },
    { key: 'by', title: t('staff.approvals.by'), cell: ({ by }) => <Actor t={t} by={by} /> },
    timeColumn(page, 'requestedAt', t('staff.approvals.at')),
  ];
  return (
    <Panel id="refunds" title={t('staff.approvals.refundsTitle')}>
      <WaitingTable
        page={page}
        most={most}
        caption={t('staff.approvals.refundsCaption')}
        columns={columns}
        rows={refunds}
        rowKey={({ id }) => id}
        empty={t('staff.approvals.refundsEmpty')}
      />
    </Panel>
  );
}

function WriteOffsPanel({ page, writeOffs, most }: Pick<Props, 'page' | 'writeOffs' | 'most'>) {
  const t = translatorFor(page.locale);
  const columns: Column<WriteOffRow>[] = [
    idColumn(page, 'refunds', 'refundId', t('staff.approvals.failedRefund')),
    amountColumn(page, t('staff.approvals.amount')),
    { key: 'reason', title: t('staff.approvals.reason'), cell: ({ reason }) => reason },
    { key: 'by', title: t('staff.approvals.by'), cell: ({ by }) => <Actor t={t} by={by} /> },
    timeColumn(page, 'requestedAt', t('staff.approvals.at')),
  ];
  return (
    <Panel id="write-offs" title={t('staff.approvals.writeOffsTitle')}>
      <WaitingTable
        page={page}
        most={most}
        caption={t('staff.approvals.writeOffsCaption')}
        columns={columns}
        rows={writeOffs}
        rowKey={({ id }) => id}
        empty={t('staff.approvals.writeOffsEmpty')}
      />
    </Panel>
  );
}

function TermsPanel({ page, terms, most }: Pick<Props, 'page' | 'terms' | 'most'>) {
  const t = translatorFor(page.locale);
  const columns: Column<TermsApprovalRow>[] = [
    {
      key: 'client',
      title: t('staff.approvals.client'),
      cell: ({ clientId, clientName }) => <a href={staffPath('clients', clientId)}>{clientName}</a>,
    },
    {
      key: 'change',
      title: t('staff.approvals.change'),
      cell: ({ before, after }) => <ChangedTerms page={page} before={before} after={after} />,
    },
    { key: 'by', title: t('staff.approvals.by'), cell: ({ by }) => <Actor t={t} by={by} /> },
    timeColumn(page, 'requestedAt', t('staff.approvals.at')),
  ];
  return (
    <Panel id="terms" title={t('staff.approvals.termsTitle')}>
      <WaitingTable
        page={page}
        most={most}
        caption={t('staff.approvals.termsCaption')}
        columns={columns}
        rows={terms}
        rowKey={({ id }) => id}
        empty={t('staff.approvals.termsEmpty')}
      />
    </Panel>
  );
}

function KeysPanel({ page, keys, most }: Pick<Props, 'page' | 'keys' | 'most'>) {
  const t = translatorFor(page.locale);
  const columns: Column<KeyApprovalRow>[] = [
    idColumn(page, 'keys', 'id', t('staff.approvals.key')),
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
    timeColumn(page, 'createdAt', t('staff.approvals.at')),
  ];
  return (
    <Panel id="keys" title={t('staff.approvals.keysTitle')}>
      <WaitingTable
        page={page}
        most={most}
        caption={t('staff.approvals.keysCaption')}
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
        empty={t('staff.approvals.keysEmpty')}
      />
    </Panel>
  );
}
