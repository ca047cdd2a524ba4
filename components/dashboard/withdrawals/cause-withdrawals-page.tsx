import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CauseWithdrawalsView } from '#lib/dashboard/withdrawal-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { CauseFrame } from '../cause/cause-frame.tsx';
import { SelectField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { moneyWithCode } from '../money.ts';
import { Balance } from './balance.tsx';
import { Withdrawals } from './withdrawal-table.tsx';
import '../payments/payments.css';
import './withdrawals.css';

type Props = { page: PageView; view: CauseWithdrawalsView };

const ACTION = 'withdrawal.request';

/** The balance of a cause, the rules, the form that asks for a withdrawal, and what was asked for. */
export function CauseWithdrawalsPage({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause, balance } = view;
  return (
    <CauseFrame page={page} cause={cause} title={t('payout.titleOf', { title: cause.title })}>
      <div className="payout">
        <Balance locale={page.locale} balance={balance} title={t('payout.balance.title')} />
        <section aria-labelledby="ask" className="panel">
          <h2 id="ask">{t('payout.ask.title')}</h2>
          <Ask page={page} view={view} />
        </section>
        <Rules page={page} view={view} />
      </div>
      <Withdrawals page={page} rows={view.withdrawals} after={view.after} />
    </CauseFrame>
  );
}

/** The most that can be asked for now, in whole major units. */
function mostOf({ balance, leftTodayMajor }: CauseWithdrawalsView): number {
  const available = Math.floor(balance.availableMinor / minorUnitsPerMajor(balance.currency));
  return Math.max(0, Math.min(available, leftTodayMajor));
}

/** The form, or why there is none: nobody fills in what cannot be granted. */
function Ask({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { balance, accounts } = view;
  const { currency } = balance;
  if (!view.paysOut) return <p>{t('payout.ask.onHold')}</p>;
  if (accounts.length === 0)
    return (
      <>
        <p>{t(view.hasWaitingAccount ? 'payout.ask.waiting' : 'payout.ask.noAccount', { currency })}</p>
        <a className="button" href="/dashboard/withdrawals/bank-account">
          {t('payout.ask.addAccount')}
        </a>
      </>
    );
  if (balance.availableMinor < minorUnitsPerMajor(currency)) return <p>{t('payout.ask.nothing')}</p>;
  if (view.leftTodayMajor < 1) return <p>{t('payout.ask.usedUp')}</p>;
  return <AskForm page={page} view={view} />;
}

function AskForm({ page, view }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const { cause, balance, accounts, once } = view;
  const common = { page, action: ACTION };
  const most = moneyWithCode(locale, { ...balance, amountMajor: mostOf(view) });
  const writtenIn = formattingLocale(locale, cause.country);
  return (
    <ActionForm page={page} action={ACTION} hidden={{ key: cause.key, once, locale: writtenIn }}>
      <TextField
        {...common}
        name="amount"
        label={t('payout.ask.amount', { currency: balance.currency })}
        hint={t('payout.ask.amountHint', { amount: most })}
        inputMode="numeric"
        autoComplete="off"
        isRequired
      />
      <SelectField
        {...common}
        name="bankAccountId"
        label={t('payout.ask.account')}
        options={accounts.map(({ id, bankName, maskedNumber }) => ({
          value: id,
          label: `${bankName} ${maskedNumber}`,
        }))}
        isRequired
      />
      <TextField
        {...common}
        name="reason"
        label={t('payout.ask.reason')}
        hint={t('payout.ask.reasonHint')}
        maxLength={500}
      />
      <button type="submit" className="button button-accent">
        {t('payout.ask.submit')}
      </button>
    </ActionForm>
  );
}

/** Said before it is asked for: how much, how often, and who decides. */
function Rules({ page, view }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const money = (amountMajor: number) => moneyWithCode(locale, { ...view.balance, amountMajor });
  return (
    <section className="panel rules">
      <h2>{t('payout.rules.title')}</h2>
      <ul>
        <li>{t('payout.rules.available', { amount: money(mostOf(view)) })}</li>
        <li>
          {t('payout.rules.daily', { limit: money(view.dailyLimitMajor), left: money(view.leftTodayMajor) })}
        </li>
        <li>{t('payout.rules.release')}</li>
        <li>
          {t('payout.rules.threshold', {
            amount: money(view.approvalAboveMajor),
            left: money(Math.min(view.leftAtOnceMajor, view.leftTodayMajor)),
          })}
        </li>
        <li>{t('payout.rules.people')}</li>
      </ul>
    </section>
  );
}
