import type { PageView } from '#lib/dashboard/page-view.ts';
import type {
  CreatorBalance,
  CreatorBankAccount,
  CreatorCause,
  CreatorDetail,
  CreatorSession,
} from '#lib/dashboard/staff/creators.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts, timeFact } from '../facts.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { browserText } from '../sessions-panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { AccountBadge, CauseBadge } from './badges.tsx';
import { timeColumn } from './columns.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { staffPath } from './path.ts';
import { PersonalDataPanel } from './personal-data-panel.tsx';
import { SentMailsPanel } from './sent-mails-panel.tsx';
import { WithdrawalsTable } from './withdrawals-page.tsx';

type Props = { page: PageView; creator: CreatorDetail };

/** Everything about one account: its causes and money, its browsers, and what was mailed to it. */
export function CreatorPage({ page, creator }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={creator.name}>
      <Panel
        id="about"
        title={t('staff.people.aboutTitle')}
        intro={creator.email === null ? t('staff.people.creatorErased') : undefined}
      >
        <Facts
          facts={[
            { term: t('staff.people.email'), value: creator.email && <span translate="no">{creator.email}</span> },
            { term: t('staff.people.phone'), value: creator.phone },
            { term: t('staff.people.role'), value: t(`dashboard.roles.${creator.role}`) },
            { term: t('staff.people.id'), value: <span className="code">{creator.id}</span> },
            timeFact(page, t('staff.people.since'), creator.createdAt),
          ]}
        />
      </Panel>
      <NotesPanel page={page} kind="creator" id={creator.id} notes={creator.notes} />
      <BalancesPanel page={page} creator={creator} />
      <CausesPanel page={page} creator={creator} />
      <Panel id="withdrawals" title={t('dashboard.sections.withdrawals')}>
        <WithdrawalsTable
          page={page}
          rows={creator.withdrawals}
          caption={t('staff.people.withdrawalsCaption')}
          empty={t('staff.people.withdrawalsEmpty')}
        />
        {creator.hasMoreWithdrawals && (
          <p>{t('staff.people.withdrawalsMore', { count: String(creator.withdrawals.length) })}</p>
        )}
      </Panel>
      <AccountsPanel page={page} creator={creator} />
      <SessionsPanel page={page} creator={creator} />
      <SentMailsPanel page={page} mails={creator.mails} />
      {creator.role === 'creator' && creator.email !== null && (
        <PersonalDataPanel
          page={page}
          intro={t('staff.people.creatorData')}
          file={`${staffPath('creators', creator.id)}/export`}
          action="creator.erase"
          id={creator.id}
          button={t('staff.people.eraseCreator')}
        />
      )}
    </DashboardFrame>
  );
}

function BalancesPanel({ page, creator }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<CreatorBalance>[] = [
    { key: 'currency', title: t('staff.people.currency'), isName: true, cell: ({ currency }) => currency },
    ...(['collected', 'onItsWay', 'reserved', 'paidOut', 'available'] as const).map(
      (name): Column<CreatorBalance> => ({
        key: name,
        title: t(`staff.people.balances.${name}`),
        isNumber: true,
        cell: (balance) => majorMoney(page, balance[name]),
      }),
    ),
  ];
  return (
    <Panel id="balances" title={t('staff.people.balancesTitle')}>
      <DataTable
        caption={t('staff.people.balancesCaption')}
        columns={columns}
        rows={creator.balances}
        rowKey={({ currency }) => currency}
        empty={t('staff.people.balancesEmpty')}
      />
    </Panel>
  );
}

function CausesPanel({ page, creator }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<CreatorCause>[] = [
    {
      key: 'name',
      title: t('staff.partners.causes.name'),
      isName: true,
      cell: ({ key, title }) => <a href={staffPath('causes', key)}>{title}</a>,
    },
    {
      key: 'state',
      title: t('staff.partners.causes.state'),
      cell: ({ state }) => <CauseBadge t={t} state={state} />,
    },
    timeColumn(page, 'createdAt', t('staff.partners.causes.created')),
  ];
  return (
    <Panel id="causes" title={t('dashboard.sections.causes')}>
      <DataTable
        caption={t('dashboard.sections.causes')}
        columns={columns}
        rows={creator.causes}
        rowKey={({ key }) => key}
        empty={t('staff.people.causesEmpty')}
      />
      {creator.hasMoreCauses && <p>{t('staff.people.causesMore', { count: String(creator.causes.length) })}</p>}
    </Panel>
  );
}

function AccountsPanel({ page, creator }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<CreatorBankAccount>[] = [
    {
      key: 'account',
      title: t('staff.money.withdrawals.account'),
      isName: true,
      cell: ({ id, account }) => <a href={staffPath('bank-accounts', id)}>{account}</a>,
    },
    {
      key: 'state',
      title: t('staff.money.account.state'),
      cell: ({ state }) => <AccountBadge t={t} state={state} />,
    },
    { key: 'holder', title: t('staff.money.account.holder'), cell: ({ holderName }) => holderName },
    { key: 'currency', title: t('staff.money.account.currency'), cell: ({ currency }) => currency },
    timeColumn(page, 'createdAt', t('staff.money.account.added')),
  ];
  return (
    <Panel id="accounts" title={t('staff.people.accountsTitle')}>
      <DataTable
        caption={t('staff.people.accountsCaption')}
        columns={columns}
        rows={creator.accounts}
        rowKey={({ id }) => id}
        empty={t('staff.people.accountsEmpty')}
      />
    </Panel>
  );
}

function SessionsPanel({ page, creator }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<CreatorSession>[] = [
    {
      key: 'browser',
      title: t('account.sessions.browser'),
      isName: true,
      cell: (session) => browserText(t, session),
    },
    timeColumn(page, 'createdAt', t('account.sessions.begun')),
    timeColumn(page, 'lastSeenAt', t('account.sessions.seen')),
  ];
  return (
    <Panel id="sessions" title={t('staff.people.sessionsTitle')}>
      <DataTable
        caption={t('staff.people.sessionsCaption')}
        columns={columns}
        rows={creator.sessions}
        rowKey={({ id }) => id}
        empty={t('staff.people.sessionsEmpty')}
      />
    </Panel>
  );
}
