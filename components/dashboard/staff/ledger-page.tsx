import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LedgerBalance, LedgerDifference, LedgerOverview } from '#lib/dashboard/staff/ledger.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { Facts } from '../facts.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';

type Props = { page: PageView; ledger: LedgerOverview };
type Currency = LedgerOverview['currencies'][number];

/** Whether the ledger's accounts agree, and the balance of each. */
export function LedgerPage({ page, ledger }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.money.ledger.title')} intro={t('staff.money.ledger.intro')}>
      <CheckPanel page={page} ledger={ledger} />
      {ledger.currencies.length === 0 && <p className="empty">{t('staff.money.ledger.empty')}</p>}
      {ledger.currencies.map((currency) => (
        <CurrencyPanel key={currency.currency} page={page} balances={currency} />
      ))}
    </DashboardFrame>
  );
}

function CheckPanel({ page, ledger: { check } }: Props) {
  const t = translatorFor(page.locale);
  const differences = check?.differences ?? [];
  return (
    <Panel id="check" title={t('staff.money.ledger.checkTitle')}>
      {check === null ? (
        <p>{t('staff.money.ledger.never')}</p>
      ) : (
        <>
          <p>
            {differences.length === 0 ? <Badge tone="good">✓</Badge> : <Badge tone="bad">{differences.length}</Badge>}{' '}
            {differences.length === 0
              ? t('staff.money.ledger.agrees')
              : t(`staff.money.ledger.${check.isCut ? 'differsAtLeast' : 'differs'}`, { count: differences.length })}
          </p>
          <Facts
            facts={[{ term: t('staff.money.ledger.checkedAt'), value: <When page={page} at={check.checkedAt} /> }]}
          />
        </>
      )}
      {differences.length > 0 && <Differences page={page} rows={differences} />}
      <ActionForm page={page} action="ledger.check">
        <button type="submit" className="button">
          {t('staff.money.ledger.check')}
        </button>
      </ActionForm>
    </Panel>
  );
}

function Differences({ page, rows }: { page: PageView; rows: LedgerDifference[] }) {
  const { locale } = page;
  const t = translatorFor(locale);
  const written = (value: LedgerDifference['found']) => {
    if (value === null) return '—';
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : majorMoney(page, value);
  };
  const columns: Column<LedgerDifference>[] = [
    {
      key: 'subject',
      title: t('staff.money.ledger.subject'),
      isName: true,
      cell: ({ subject }) => <span className="code">{subject}</span>,
    },
    {
      key: 'about',
      title: t('staff.money.ledger.about'),
      cell: ({ about, kind, account }) =>
        [
          t(`staff.money.ledger.abouts.${about}`),
          kind === null || kind === about ? '' : t(`staff.money.ledger.kinds.${kind}`),
          account === null ? '' : t(`staff.money.ledger.accounts.${account}`),
        ]
          .filter(Boolean)
          .join(' · '),
    },
    {
      key: 'expected',
      title: t('staff.money.ledger.expected'),
      isNumber: true,
      cell: ({ expected }) => written(expected),
    },
    {
      key: 'found',
      title: t('staff.money.ledger.found'),
      isNumber: true,
      cell: ({ found }) => written(found),
    },
  ];
  return (
    <DataTable
      caption={t('staff.money.ledger.differencesCaption')}
      columns={columns}
      rows={rows}
      rowKey={({ subject, account, about, kind }) => `${about} ${kind} ${subject} ${account}`}
      empty=""
    />
  );
}

function CurrencyPanel({ page, balances }: { page: PageView; balances: Currency }) {
  const t = translatorFor(page.locale);
  const { currency, accounts, sum } = balances;
  const columns: Column<LedgerBalance>[] = [
    {
      key: 'account',
      title: t('staff.money.ledger.account'),
      isName: true,
      cell: ({ account, detail }) => [t(`staff.money.ledger.accounts.${account}`), detail].filter(Boolean).join(' · '),
    },
    {
      key: 'balance',
      title: t('staff.money.ledger.balance'),
      isNumber: true,
      cell: ({ amount }) => majorMoney(page, amount),
    },
  ];
  return (
    <Panel id={`balances-${currency}`} title={t('staff.money.ledger.balancesTitle', { currency })}>
      <DataTable
        caption={t('staff.money.ledger.balancesCaption', { currency })}
        columns={columns}
        rows={accounts}
        rowKey={({ account, detail }) => `${account} ${detail}`}
        empty=""
      />
      <Facts facts={[{ term: t('staff.money.ledger.sum'), value: majorMoney(page, sum) }]} />
    </Panel>
  );
}
