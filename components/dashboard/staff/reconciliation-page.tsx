import type { PageView } from '#lib/dashboard/page-view.ts';
import type {
  ReconciledAccount,
  ReconciliationDifference,
  ReconciliationRun,
} from '#lib/dashboard/reconciliation-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { Facts } from '../facts.tsx';
import { DashboardFrame } from '../frame.tsx';
import { moneyWithCode } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { staffPath } from './path.ts';

type Props = { page: PageView; accounts: ReconciledAccount[] };
type RunProps = { page: PageView; gateway: string; run: ReconciliationRun };

/** Whether the books of the gateways agree with the ledger, and every difference. */
export function ReconciliationPage({ page, accounts }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame
      page={page}
      title={t('staff.reconciliation.title')}
      intro={t('staff.reconciliation.intro')}
    >
      {accounts.map((account) => (
        <AccountPanel key={account.gateway} page={page} account={account} />
      ))}
    </DashboardFrame>
  );
}

function AccountPanel({ page, account }: { page: PageView; account: ReconciledAccount }) {
  const t = translatorFor(page.locale);
  const { gateway, runs, unfinished } = account;
  return (
    <Panel id={gateway} title={t('staff.reconciliation.accountTitle', { gateway })}>
      {runs.length === 0 && unfinished === null && <p>{t('staff.reconciliation.never')}</p>}
      {unfinished !== null && (
        <p>
          <Badge tone="waits">{t('staff.reconciliation.unfinished')}</Badge>{' '}
          {unfinished.problem === null
            ? t('staff.reconciliation.waiting')
            : t('staff.reconciliation.failing', { error: unfinished.problem })}
        </p>
      )}
      {runs.map((run) => (
        <Run key={run.id} page={page} gateway={gateway} run={run} />
      ))}
    </Panel>
  );
}

function Run({ page, gateway, run }: RunProps) {
  const t = translatorFor(page.locale);
  const count = run.differences.length;
  return (
    <>
      <p>
        <Badge tone={count === 0 ? 'good' : 'bad'}>{count === 0 ? '✓' : count}</Badge>{' '}
        {count === 0 ? t('staff.reconciliation.agrees') : t('staff.reconciliation.differs', { count })}
      </p>
      <Facts
        facts={[
          { term: t('staff.reconciliation.scope'), value: t(`staff.reconciliation.scopes.${run.scope}`) },
          { term: t('staff.reconciliation.from'), value: <When page={page} at={run.from} /> },
          { term: t('staff.reconciliation.to'), value: <When page={page} at={run.to} /> },
          { term: t('staff.reconciliation.finished'), value: <When page={page} at={run.finishedAt} /> },
        ]}
      />
      {count > 0 && <Differences page={page} gateway={gateway} run={run} />}
      {run.balances.length > 0 && <Balances page={page} gateway={gateway} run={run} />}
    </>
  );
}

function Differences({ page, gateway, run }: RunProps) {
  const t = translatorFor(page.locale);
  const columns: Column<ReconciliationDifference>[] = [
    {
      key: 'subject',
      title: t('staff.reconciliation.subject'),
      isName: true,
      cell: ({ subject, paymentId }) =>
        paymentId === null ? (
          <span className="code" translate="no">
            {subject}
          </span>
        ) : (
          <a className="code" translate="no" href={staffPath('payments', paymentId)}>
            {subject}
          </a>
        ),
    },
    {
      key: 'about',
      title: t('staff.reconciliation.about'),
      cell: ({ about }) => t(`staff.reconciliation.abouts.${about}`),
    },
    ...sidesOf<ReconciliationDifference>(page),
  ];
  return (
    <DataTable
      caption={t('staff.reconciliation.differencesCaption', { gateway })}
      columns={columns}
      rows={run.differences}
      rowKey={({ about, subject, ours }) => `${about} ${subject} ${ours.currency}`}
      empty=""
    />
  );
}

type Balance = ReconciliationRun['balances'][number];

function Balances({ page, gateway, run }: RunProps) {
  const t = translatorFor(page.locale);
  const columns: Column<Balance>[] = [
    {
      key: 'currency',
      title: t('staff.reconciliation.currency'),
      isName: true,
      cell: ({ currency }) => <span translate="no">{currency}</span>,
    },
    ...sidesOf<Balance>(page),
  ];
  return (
    <DataTable
      caption={t('staff.reconciliation.balancesCaption', { gateway })}
      columns={columns}
      rows={run.balances}
      rowKey={({ currency }) => currency}
      empty=""
    />
  );
}

/** What the ledger says, and what the gateway says. */
function sidesOf<Row extends Pick<Balance, 'ours' | 'theirs'>>(page: PageView): Column<Row>[] {
  const t = translatorFor(page.locale);
  return [
    {
      key: 'ours',
      title: t('staff.reconciliation.ours'),
      isNumber: true,
      cell: ({ ours }) => moneyWithCode(page.locale, ours),
    },
    {
      key: 'theirs',
      title: t('staff.reconciliation.theirs'),
      isNumber: true,
      cell: ({ theirs }) => moneyWithCode(page.locale, theirs),
    },
  ];
}
