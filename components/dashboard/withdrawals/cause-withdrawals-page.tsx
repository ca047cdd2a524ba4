import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CauseWithdrawalsView } from '#lib/dashboard/withdrawal-view.ts';
import { moneyStyle } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { customaryUnitsPerMajor } from '#lib/money.ts';
import { CauseFrame } from '../cause/cause-frame.tsx';
import { Stopped } from '../cause/stopped.tsx';
import { SelectField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { majorMoney, minorMoney } from '../money.ts';
import { Balance } from './balance.tsx';
import { PasskeyNotice } from './passkey-notice.tsx';
import { Withdrawals } from './withdrawal-table.tsx';
import '../payments/payments.css';
import './withdrawals.css';

type Props = { page: PageView; view: CauseWithdrawalsView };

const ACTION = 'withdrawal.review';

/** The balance of a cause, the rules, the form that requests a withdrawal, and the requests so far. */
export function CauseWithdrawalsPage({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause, balance, stop } = view;
  if (stop && !view.paysOut)
    return (
      <CauseFrame page={page} cause={cause} title={t('withdrawals.titleOf', { title: cause.title })}>
        <Stopped page={page} stop={stop} />
        <Balance page={page} balance={balance} title={t('withdrawals.balance.title')} />
        {view.withdrawals.length > 0 && <Withdrawals page={page} rows={view.withdrawals} after={view.after} />}
      </CauseFrame>
    );
  return (
    <CauseFrame page={page} cause={cause} title={t('withdrawals.titleOf', { title: cause.title })}>
      <PasskeyNotice page={page} ask={view.passkey} />
      <div className="payout">
        <Balance page={page} balance={balance} title={t('withdrawals.balance.title')} />
        <section aria-labelledby="ask" className="panel">
          <h2 id="ask">{t('withdrawals.ask.title')}</h2>
          <RequestSection page={page} view={view} />
        </section>
        <Rules page={page} view={view} />
      </div>
      <Withdrawals page={page} rows={view.withdrawals} after={view.after} />
    </CauseFrame>
  );
}

/** The form, or why a request is not possible now. */
function RequestSection({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { balance, accounts } = view;
  const { currency } = balance;
  if (!view.paysOut) return <p>{t('withdrawals.ask.onHold')}</p>;
  if (view.passkey === 'required') return <p>{t('withdrawals.passkey.reasons.required')}</p>;
  if (accounts.length === 0)
    return (
      <>
        <p>{t(view.hasWaitingAccount ? 'withdrawals.ask.waiting' : 'withdrawals.ask.noAccount', { currency })}</p>
        <a
          className="button"
          href={`/dashboard/withdrawals/bank-account?${new URLSearchParams({ cause: view.cause.key })}`}
        >
          {t('withdrawals.ask.addAccount')}
        </a>
      </>
    );
  if (balance.availableMinor <= 0) return <p>{t('withdrawals.ask.nothing')}</p>;
  if (view.isUsedUp) return <p>{t('withdrawals.ask.usedUp')}</p>;
  return <RequestForm page={page} view={view} />;
}

function RequestForm({ page, view }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const { cause, balance, accounts, once, mostMinor } = view;
  // A form that was refused when it was confirmed, or is to be changed, shows its values and errors here too.
  const { result } = page;
  const isKept = result?.kind === 'refused' && result.action === 'withdrawal.request';
  const common = { page, action: isKept ? 'withdrawal.request' : ACTION };
  const amount = minorMoney(page, balance, balance.availableMinor);
  const most = minorMoney(page, balance, mostMinor);
  const hint =
    mostMinor === balance.availableMinor
      ? t('withdrawals.ask.available', { amount })
      : t('withdrawals.ask.availableToday', { amount, most });
  const fraction = customaryUnitsPerMajor(balance.currency) === 1 ? 'whole' : 'cents';
  const writtenIn = moneyStyle(page, cause.country).formatLocale;
  return (
    <ActionForm page={page} action={ACTION} hidden={{ key: cause.key, once, locale: writtenIn }}>
      <TextField
        {...common}
        name="amount"
        label={t('withdrawals.ask.amount', { currency: balance.currency })}
        hint={`${hint}. ${t(`withdrawals.ask.${fraction}`)}`}
        inputMode="decimal"
        autoComplete="off"
        isRequired
      />
      <SelectField
        {...common}
        name="bankAccountId"
        label={t('withdrawals.ask.account')}
        options={accounts.map(({ id, bankName, maskedNumber }) => ({
          value: id,
          label: `${bankName} ${maskedNumber}`,
        }))}
        isRequired
      />
      <TextField
        {...common}
        name="reason"
        label={t('withdrawals.ask.reason')}
        hint={t('withdrawals.ask.reasonHint')}
        maxLength={500}
      />
      <button type="submit" className="button button-accent">
        {t('withdrawals.ask.submit')}
      </button>
    </ActionForm>
  );
}

/** The rules for withdrawals: amounts, frequency and approval. */
function Rules({ page, view }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const money = (amountMajor: number) => majorMoney(page, { ...view.balance, amountMajor });
  return (
    <section className="panel rules">
      <h2>{t('withdrawals.rules.title')}</h2>
      <ul>
        <li>{t('withdrawals.rules.available')}</li>
        <li>{t('withdrawals.rules.daily', { limit: money(view.dailyLimitMajor) })}</li>
        <li>{t('withdrawals.rules.release')}</li>
        <li>{t('withdrawals.rules.threshold', { amount: money(view.approvalAboveMajor) })}</li>
        <li>{t('withdrawals.rules.people')}</li>
        <li>{t('withdrawals.rules.cancel')}</li>
      </ul>
    </section>
  );
}
