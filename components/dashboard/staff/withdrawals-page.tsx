import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import type { StaffBankAccountRow, StaffWithdrawalRow } from '#lib/dashboard/staff/withdrawals.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { WithdrawalBadge } from './badges.tsx';
import { amountColumn, BY_AMOUNT, BY_DATE, causeColumn, idColumn, Lines, sortable, timeColumn } from './columns.tsx';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';
import { staffPath } from './path.ts';
import { WaitingTable } from './waiting-table.tsx';

type Props = {
  page: PageView;
  withdrawals: Listed<StaffWithdrawalRow>;
  accounts: StaffBankAccountRow[];
  /** How many of them are shown. */
  most: number;
  states: readonly StaffWithdrawalRow['state'][];
  /** How many are in the states in which staff have to act. */
  open: Partial<Record<StaffWithdrawalRow['state'], number>>;
};

/** Withdrawals and bank accounts that wait for staff. */
export function StaffWithdrawalsPage({ page, withdrawals, accounts, most, states, open }: Props) {
  const t = translatorFor(page.locale);
  const labelOf = (state: StaffWithdrawalRow['state']) => {
    const label = t(`staff.money.withdrawalStates.${state}`);
    const count = open[state];
    return count === undefined ? label : `${label} (${new Intl.NumberFormat(page.locale).format(count)})`;
  };
  return (
    <StaffListPage
      page={page}
      title={t('staff.money.withdrawals.title')}
      intro={t('staff.money.withdrawals.intro')}
      filters={[
        {
          kind: 'select',
          name: 'state',
          label: t('staff.money.withdrawals.state'),
          options: [
            { value: '', label: t('staff.money.withdrawals.open') },
            ...states.map((state) => ({ value: state, label: labelOf(state) })),
          ],
        },
      ]}
      section="withdrawals"
      list={withdrawals}
      below={<AccountsPanel page={page} accounts={accounts} most={most} />}
    >
      <p className="next-links">
        <a className="button" href={staffPath('withdrawals/batches')}>
          {t('staff.batches.title')}
        </a>
      </p>
      <WithdrawalsTable
        page={page}
        rows={withdrawals.rows}
        caption={listCaption(page, t('staff.money.withdrawals.title'), withdrawals)}
        empty={t('staff.money.withdrawals.empty')}
        list={withdrawals}
      />
    </StaffListPage>
  );
}

type TableProps = {
  page: PageView;
  rows: StaffWithdrawalRow[];
  caption: string;
  empty: string;
  /** The list that they are a page of, which can be sorted. */
  list?: Listed<StaffWithdrawalRow>;
};

/** Withdrawals, each linked to its page. */
export function WithdrawalsTable({ page, rows, caption, empty, list }: TableProps) {
  const t = translatorFor(page.locale);
  const amount: Column<StaffWithdrawalRow> = amountColumn(page, t('staff.money.withdrawals.amount'));
  const date: Column<StaffWithdrawalRow> = timeColumn(page, 'requestedAt', t('staff.money.withdrawals.asked'));
  const columns: Column<StaffWithdrawalRow>[] = [
    idColumn(page, 'withdrawals', 'id', t('staff.money.withdrawals.id')),
    list ? sortable(page, list, amount, BY_AMOUNT) : amount,
    {
      key: 'state',
      title: t('staff.money.withdrawals.state'),
      width: 'state',
      cell: ({ state }) => <WithdrawalBadge t={t} state={state} />,
    },
    causeColumn(t('staff.money.withdrawals.cause')),
    {
      key: 'creator',
      title: t('lists.creator'),
      cell: ({ creator }) => <Lines first={creator.name} second={creator.email} />,
    },
    { key: 'account', title: t('staff.money.withdrawals.account'), cell: ({ account }) => account },
    list ? sortable(page, list, date, BY_DATE) : date,
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      isFixed
      line={({ creator, amount, state, requestedAt }) => (
        <RowLine
          first={creator.name ?? creator.email}
          figure={majorMoney(page, amount)}
          second={<When page={page} at={requestedAt} isShort />}
          badge={<WithdrawalBadge t={t} state={state} />}
        />
      )}
    />
  );
}

function AccountsPanel({ page, accounts, most }: Pick<Props, 'page' | 'accounts' | 'most'>) {
  const t = translatorFor(page.locale);
  const columns: Column<StaffBankAccountRow>[] = [
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
    timeColumn(page, 'createdAt', t('staff.money.account.added')),
  ];
  return (
    <Panel id="accounts" title={t('staff.money.withdrawals.accountsTitle')}>
      <WaitingTable
        page={page}
        most={most}
        caption={t('staff.money.withdrawals.accountsCaption')}
        columns={columns}
        rows={accounts}
        rowKey={({ id }) => id}
        empty={t('staff.money.withdrawals.accountsEmpty')}
      />
    </Panel>
  );
}
