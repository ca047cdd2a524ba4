import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LedgerBalance, LedgerDifference, LedgerFigures, LedgerOverview } from '#lib/dashboard/staff/ledger.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { Facts } from '../facts.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { FilterField } from './list-filters.tsx';

type Props = { page: PageView; ledger: LedgerOverview };
type Currency = LedgerOverview['currencies'][number];
/** Null: no days are chosen. */
type Chosen = { figures: LedgerFigures[] | null };

/** Whether the ledger's accounts agree, what moved in chosen days, and the balance of each account. */
export function LedgerPage({ page, ledger, figures }: Props & Chosen) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.money.ledger.title')} intro={t('staff.money.ledger.intro')}>
      <CheckPanel page={page} ledger={ledger} />
      <FiguresPanel page={page} figures={figures} />
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

function FiguresPanel({ page, figures }: { page: PageView } & Chosen) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="figures" title={t('staff.money.ledger.figures.title')} intro={t('staff.money.ledger.figures.intro')}>
      <search>
        <form method="get" action={page.path} className="filters" aria-labelledby="figures">
          <FilterField page={page} filter={{ kind: 'date', name: 'from', label: t('lists.from') }} />
          <FilterField page={page} filter={{ kind: 'date', name: 'to', label: t('lists.to') }} />
          <div className="filter-buttons">
            <button type="submit" className="button">
              {t('staff.records.find')}
            </button>
            {figures !== null && (
              <a className="button-link" href={page.path}>
                {t('staff.records.showAll')}
              </a>
            )}
          </div>
        </form>
      </search>
      {figures?.length === 0 && <p className="empty">{t('staff.money.ledger.figures.empty')}</p>}
      {figures?.map((of) => (
        <Figures key={of.currency} page={page} figures={of} />
      ))}
    </Panel>
  );
}

function Figures({ page, figures: { currency, moved, owed } }: { page: PageView; figures: LedgerFigures }) {
  const t = translatorFor(page.locale);
  const written = (amount: LedgerBalance['amount']) => (amount.amountMajor === 0 ? '—' : majorMoney(page, amount));
  const places = (['gateways', 'bank', 'together'] as const).map(
    (place): Column<LedgerFigures['moved'][number]> => ({
      key: place,
      title: t(`staff.money.ledger.figures.${place}`),
      isNumber: true,
      cell: (row) => written(row[place]),
    }),
  );
  return (
    <>
      <DataTable
        caption={t('staff.money.ledger.figures.movedCaption', { currency })}
        columns={[
          {
            key: 'row',
            title: t('staff.money.ledger.figures.movement'),
            isName: true,
            cell: ({ row }) =>
              row === 'sum' ? t('staff.money.ledger.sum') : t(`staff.money.ledger.figures.rows.${row}`),
          },
          ...places,
        ]}
        rows={moved}
        rowKey={({ row }) => row}
        empty=""
      />
      <DataTable
        caption={t('staff.money.ledger.figures.owedCaption', { currency })}
        columns={[
          {
            key: 'row',
            title: t('staff.money.ledger.account'),
            isName: true,
            cell: ({ row }) => {
              if (row === 'sum') return t('staff.money.ledger.sum');
              if (row === 'written_off') return t('staff.money.ledger.figures.writtenOff');
              return t(`staff.money.ledger.accounts.${row}`);
            },
          },
          {
            key: 'amount',
            title: t('staff.money.ledger.figures.change'),
            isNumber: true,
            cell: ({ amount }) => written(amount),
          },
        ]}
        rows={owed}
        rowKey={({ row }) => row}
        empty=""
      />
    </>
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
