import type { PageView } from '#lib/dashboard/page-view.ts';
import type { BankAccountRow, Listed, WithdrawalRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { FilterForm } from '../filter-form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { moneyWithCode } from '../money.ts';
import { Paging } from '../paging.tsx';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { WithdrawalBadge } from './badges.tsx';
import { staffPath } from './path.ts';

type Props = {
  page: PageView;
  withdrawals: Listed<WithdrawalRow>;
  accounts: BankAccountRow[];
  states: readonly WithdrawalRow['state'][];
};

/** What staff have to do so that creators get their money. */
export function StaffWithdrawalsPage({ page, withdrawals, accounts, states }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame
      page={page}
      title={t('staff.money.withdrawals.title')}
      intro={t('staff.money.withdrawals.intro')}
    >
      <FilterForm
        page={page}
        label={t('staff.records.narrow')}
        filters={[
          {
            kind: 'select',
            name: 'state',
            label: t('staff.money.withdrawals.state'),
            options: states.map((state) => ({
              value: state === 'requested' ? '' : state,
              label: t(`staff.money.withdrawalStates.${state}`),
            })),
          },
        ]}
      />
      <WithdrawalsTable page={page} rows={withdrawals.rows} />
      <Paging page={page} after={withdrawals.after} />
      <AccountsPanel page={page} accounts={accounts} />
    </DashboardFrame>
  );
}

function WithdrawalsTable({ page, rows }: { page: PageView; rows: WithdrawalRow[] }) {
  const t = translatorFor(page.locale);
  const columns: Column<WithdrawalRow>[] = [
    {
      key: 'id',
      title: t('staff.money.withdrawals.id'),
      isName: true,
      cell: ({ id }) => (
        <a className="code" href={staffPath('withdrawals', id)}>
          {id}
        </a>
      ),
    },
    {
      key: 'amount',
      title: t('staff.money.withdrawals.amount'),
      isNumber: true,
      cell: ({ amount }) => moneyWithCode(page.locale, amount),
    },
    {
      key: 'state',
      title: t('staff.money.withdrawals.state'),
      cell: ({ state }) => <WithdrawalBadge t={t} state={state} />,
    },
    {
      key: 'cause',
      title: t('staff.money.withdrawals.cause'),
      cell: ({ causeKey, causeTitle }) => <a href={staffPath('causes', causeKey)}>{causeTitle}</a>,
    },
    { key: 'account', title: t('staff.money.withdrawals.account'), cell: ({ account }) => account },
    {
      key: 'asked',
      title: t('staff.money.withdrawals.asked'),
      cell: ({ requestedAt }) => <When page={page} at={requestedAt} />,
    },
  ];
  return (
    <DataTable
      caption={t('staff.money.withdrawals.caption')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={t('staff.money.withdrawals.empty')}
    />
  );
}

function AccountsPanel({ page, accounts }: { page: PageView; accounts: BankAccountRow[] }) {
  const t = translatorFor(page.locale);
  const columns: Column<BankAccountRow>[] = [
    {
      key: 'account',
      title: t('staff.money.withdrawals.account'),
      isName: true,
      cell: ({ id, bankName, maskedNumber }) => (
        <a href={staffPath('bank-accounts', id)}>
          {bankName} {maskedNumber}
        </a>
      ),
    },
    { key: 'holder', title: t('staff.money.account.holder'), cell: ({ holderName }) => holderName },
    { key: 'owner', title: t('staff.money.account.owner'), cell: ({ owner }) => <Actor t={t} by={owner} /> },
    {
      key: 'added',
      title: t('staff.money.account.added'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
  ];
  return (
    <Panel id="accounts" title={t('staff.money.withdrawals.accountsTitle')}>
      <DataTable
        caption={t('staff.money.withdrawals.accountsCaption')}
        columns={columns}
        rows={accounts}
        rowKey={({ id }) => id}
        empty={t('staff.money.withdrawals.accountsEmpty')}
      />
    </Panel>
  );
}
