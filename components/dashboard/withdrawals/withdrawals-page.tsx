import type { PageView } from '#lib/dashboard/page-view.ts';
import type { WithdrawalsView } from '#lib/dashboard/withdrawal-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ownCausePath } from '../cause/cause-frame.tsx';
import { DashboardFrame } from '../frame.tsx';
import { minorMoney } from '../money.ts';
import { DataTable } from '../table.tsx';
import { Balance } from './balance.tsx';
import { BankAccounts } from './bank-accounts.tsx';
import { NextRelease } from './expected-releases.tsx';
import { PasskeyNotice } from './passkey-notice.tsx';
import { Withdrawals } from './withdrawal-table.tsx';
import '../cause/cause.css';
import '../payments/payments.css';
import './withdrawals.css';

type Props = { page: PageView; view: WithdrawalsView };

/** Everything a creator can withdraw: balances, causes, bank accounts and requests. */
export function WithdrawalsPage({ page, view }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const { passkey, balances, causes, accounts, withdrawals, after } = view;
  return (
    <DashboardFrame page={page} title={t('withdrawals.title')} intro={t('withdrawals.intro')}>
      <PasskeyNotice page={page} ask={passkey} />
      {balances.length === 0 ? (
        <p className="empty">{t('withdrawals.balance.none')}</p>
      ) : (
        <div className="payout">
          {balances.map((balance) => (
            <Balance
              key={balance.currency}
              page={page}
              balance={balance}
              title={t('withdrawals.balance.titleIn', { currency: balance.currency })}
            />
          ))}
        </div>
      )}
      <section aria-labelledby="by-cause" className="history">
        <h2 id="by-cause">{t('withdrawals.causes.title')}</h2>
        <DataTable
          caption={t('withdrawals.causes.caption')}
          columns={[
            {
              key: 'cause',
              title: t('dashboard.causes.name'),
              isName: true,
              cell: (cause) => (
                <a href={ownCausePath(cause, '/withdrawals')} className="title">
                  {cause.title}
                </a>
              ),
            },
            {
              key: 'available',
              title: t('withdrawals.causes.available'),
              isNumber: true,
              cell: (cause) => (
                <>
                  {minorMoney(page, cause, cause.availableMinor)}
                  {!cause.paysOut && <small className="below">{t('withdrawals.causes.onHold')}</small>}
                  {cause.onItsWayMinor > 0 && (
                    <small className="below">
                      <NextRelease page={page} of={cause} />
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
