import type { PageView } from '#lib/dashboard/page-view.ts';
import type {
  ReconciledAccount,
  ReconciliationDifference,
  ReconciliationRun,
} from '#lib/dashboard/staff/reconciliation.ts';
import { gatewayName } from '#lib/i18n/gateway-words.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { Facts } from '../facts.tsx';
import { SelectField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { staffPath } from './path.ts';
import { ReasonField } from './reason-field.tsx';

type Props = { page: PageView; accounts: ReconciledAccount[] };
type RunProps = { page: PageView; gateway: string; run: ReconciliationRun };

/** The last reconciliation of each gateway account, with every difference. */
export function ReconciliationPage({ page, accounts }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.reconciliation.title')} intro={t('staff.reconciliation.intro')}>
      {accounts.map((account) => (
        <AccountPanel key={account.gateway} page={page} account={account} />
      ))}
      <AcknowledgePanel page={page} accounts={accounts} />
    </DashboardFrame>
  );
}

function AccountPanel({ page, account }: { page: PageView; account: ReconciledAccount }) {
  const t = translatorFor(page.locale);
  const { gateway, runs, unfinished } = account;
  return (
    <Panel id={gateway} title={t('staff.reconciliation.accountTitle', { gateway: gatewayName(gateway) })}>
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

/** The form for a difference that is explained; nothing where none is open. */
function AcknowledgePanel({ page, accounts }: Props) {
  const t = translatorFor(page.locale);
  const open = accounts.flatMap(({ gateway, runs }) =>
    runs.flatMap(({ differences }) => differences.filter(isOpen).map((one) => ({ gateway, ...one }))),
  );
  if (open.length === 0) return null;
  const form = { page, action: 'reconciliation.acknowledge' };
  const options = open.map(({ gateway, name, about, subject, ours, theirs }) => ({
    value: `${gateway} ${name}`,
    label: [
      `${gatewayName(gateway)}: ${t(`staff.reconciliation.abouts.${about}`)}, ${subject}`,
      `${majorMoney(page, ours)} / ${majorMoney(page, theirs)}`,
    ].join(' · '),
  }));
  return (
    <Panel id="acknowledge" title={t('review.acknowledge.title')} intro={t('review.acknowledge.intro')}>
      <ActionForm {...form}>
        <SelectField
          {...form}
          name="difference"
          label={t('review.acknowledge.which')}
          options={[...new Map(options.map((option) => [option.value, option])).values()]}
          isRequired
        />
        <ReasonField {...form} />
        <button type="submit" className="button">
          {t('review.acknowledge.submit')}
        </button>
      </ActionForm>
    </Panel>
  );
}

const isOpen = ({ acknowledged }: ReconciliationDifference) => acknowledged === null;

function Run({ page, gateway, run }: RunProps) {
  const t = translatorFor(page.locale);
  const count = run.differences.length;
  const open = run.differences.filter(isOpen).length;
  return (
    <>
      <p>
        <Badge tone={open === 0 ? 'good' : 'bad'}>{open === 0 ? '✓' : open}</Badge>{' '}
        {count === 0 && t('staff.reconciliation.agrees')}
        {count > 0 && open === 0 && t('review.acknowledge.allKnown', { count })}
        {open > 0 && t(`staff.reconciliation.${run.isCut ? 'differsAtLeast' : 'differs'}`, { count: open })}
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
      cell: ({ about, lostLinkId }) => (
        <>
          {t(`staff.reconciliation.abouts.${about}`)}
          {lostLinkId !== null && (
            <small className="below">{t('staff.reconciliation.lostLink', { id: lostLinkId })}</small>
          )}
        </>
      ),
    },
    ...sidesOf<ReconciliationDifference>(page),
    {
      key: 'acknowledged',
      title: t('review.acknowledge.status'),
      cell: ({ acknowledged }) =>
        acknowledged === null ? (
          <Badge tone="waits">{t('review.acknowledge.open')}</Badge>
        ) : (
          <>
            {acknowledged.reason}
            <small className="below">
              <Actor t={t} by={acknowledged.by} /> · <When page={page} at={acknowledged.at} isShort />
            </small>
          </>
        ),
    },
  ];
  return (
    <DataTable
      caption={t('staff.reconciliation.differencesCaption', { gateway: gatewayName(gateway) })}
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
      caption={t('staff.reconciliation.balancesCaption', { gateway: gatewayName(gateway) })}
      columns={columns}
      rows={run.balances}
      rowKey={({ currency }) => currency}
      empty=""
    />
  );
}

/** The ledger's amount and the gateway's. */
function sidesOf<Row extends Pick<Balance, 'ours' | 'theirs'>>(page: PageView): Column<Row>[] {
  const t = translatorFor(page.locale);
  return [
    {
      key: 'ours',
      title: t('staff.reconciliation.ours'),
      isNumber: true,
      cell: ({ ours }) => majorMoney(page, ours),
    },
    {
      key: 'theirs',
      title: t('staff.reconciliation.theirs'),
      isNumber: true,
      cell: ({ theirs }) => majorMoney(page, theirs),
    },
  ];
}
