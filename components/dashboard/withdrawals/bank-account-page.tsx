import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CURRENCIES } from '#lib/money.ts';
import { SelectField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import './withdrawals.css';

type Props = {
  page: PageView;
  /** Upper-case ISO codes. */
  countries: readonly string[];
  /** What the newest cause of the creator suggests. */
  usual: { country: string; currency: string } | null;
};

const ACTION = 'bank_account.add';
const TYPES = ['savings', 'checking'] as const;

/** The form that adds a bank account. */
export function BankAccountPage({ page, countries, usual }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const common = { page, action: ACTION, isRequired: true, autoComplete: 'off' };
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const options = countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <DashboardFrame page={page} title={t('payout.form.title')} intro={t('payout.form.intro')}>
      <ActionForm page={page} action={ACTION}>
        <SelectField
          {...common}
          name="country"
          label={t('payout.form.country')}
          value={usual?.country.toUpperCase() ?? ''}
          options={options}
        />
        <SelectField
          {...common}
          name="currency"
          label={t('payout.form.currency')}
          value={usual?.currency ?? ''}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
        />
        <TextField {...common} name="bankName" label={t('payout.form.bankName')} maxLength={120} />
        <SelectField
          {...common}
          name="accountType"
          label={t('payout.form.accountType')}
          options={TYPES.map((value) => ({ value, label: t(`payout.form.types.${value}`) }))}
        />
        <TextField
          {...common}
          name="accountNumber"
          label={t('payout.form.accountNumber')}
          hint={t('payout.form.accountNumberHint')}
          spellCheck={false}
        />
        <TextField
          {...common}
          name="holderName"
          label={t('payout.form.holderName')}
          hint={t('payout.form.holderNameHint')}
          maxLength={120}
        />
        <TextField
          {...common}
          name="holderDocument"
          label={t('payout.form.holderDocument')}
          hint={t('payout.form.holderDocumentHint')}
          maxLength={40}
          spellCheck={false}
        />
        <div className="buttons">
          <button type="submit" className="button button-accent">
            {t('payout.form.submit')}
          </button>
          <a className="button" href="/dashboard/withdrawals">
            {t('payout.form.cancel')}
          </a>
        </div>
      </ActionForm>
    </DashboardFrame>
  );
}
