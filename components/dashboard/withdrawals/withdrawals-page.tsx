import type { PageView } from '#lib/dashboard/page-view.ts';
import type { WithdrawalsView } from '#lib/dashboard/withdrawal-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { causePath } from '../cause/cause-frame.tsx';
import { DashboardFrame } from '../frame.tsx';
import { minorMoney } from '../money.ts';
import { DataTable } from '../table.tsx';
import { NextArrival } from './arrivals.tsx';
import { Balance } from './balance.tsx';
import { BankAccounts } from './bank-accounts.tsx';
import { Withdrawals } from './withdrawal-table.tsx';
import '../cause/cause.css';
import '../payments/payments.css';
import './withdrawals.css';

type Props = { page: PageView; view: WithdrawalsView };

/** Everything a creator can withdraw: balances, causes, bank accounts, and what was asked for. */
export function WithdrawalsPage({ page, view }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const { balances, causes, accounts, withdrawals, after } = view;
  return (
    <DashboardFrame page={page} title={t('payout.title')} intro={t('payout.intro')}>
      {balances.length === 0 ? (
        <p className="empty">{t('payout.balance.none')}</p>
      ) : (
        <div className="payout">
          {balances.map((balance) => (
            <Balance
              key={balance.currency}
              locale={locale}
              balance={balance}
              title={t('payout.balance.titleIn', { currency: balance.currency })}
            />
          ))}
        </div>
      )}
      <section aria-labelledby="by-cause" className="history">
        <h2 id="by-cause">{t('payout.causes.title')}</h2>
        <DataTable
          caption={t('payout.causes.caption')}
          columns={[
            {
              key: 'cause',
              title: t('dashboard.causes.name'),
              isName: true,
              cell: (cause) => <a href={causePath(cause, '/withdrawals')}>{cause.title}</a>,
            },
            {
              key: 'available',
              title: t('payout.causes.available'),
              isNumber: true,
              cell: (cause) => (
                <>
                  {minorMoney(locale, cause, cause.availableMinor)}
                  {cause.onItsWayMinor > 0 && (
                    <small className="below">
                      <NextArrival locale={locale} of={cause} />
                    </small>
                  )}
                </>
              ),
            },
          ]}
          rows={causes}
          rowKey={({ key }) => key}
          empty={t('dashboard.causes.empty')}
        />
      </section>
      <BankAccounts page={page} accounts={accounts} />
      <Withdrawals page={page} rows={withdrawals} after={after} namesCause />
    </DashboardFrame>
  );
}
