import type { PageView } from '#lib/dashboard/page-view.ts';
import type { BankAccountFormView } from '#lib/dashboard/withdrawal-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { countryName } from '../country-name.ts';
import { SelectField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { PasskeyNotice } from './passkey-notice.tsx';
import './withdrawals.css';

type Props = { page: PageView; form: BankAccountFormView };

const ACTION = 'bank_account.add';

/** The form that adds a bank account: first the country, then what banks of that country ask for. */
export function BankAccountPage({ page, form }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('withdrawals.form.title')} intro={t('withdrawals.form.intro')}>
      <PasskeyNotice page={page} ask={form.passkey} />
      <Step page={page} form={form} />
    </DashboardFrame>
  );
}

/** Without a passkey that is required there is no form. */
function Step({ page, form }: Props) {
  if (form.passkey === 'required')
    return (
      <p>
        <Back page={page} />
      </p>
    );
  if (form.country === null) return <CountryForm page={page} form={form} />;
  return <AccountForm page={page} form={{ ...form, ...form.country }} />;
}

/** A GET form, so that the form of a country has its own URL and needs no scripts. */
function CountryForm({ page, form: { countries, usualCountry } }: Props) {
  const { locale, path, query } = page;
  const t = translatorFor(locale);
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const options = countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <form method="get" action={path} className="form">
      <input type="hidden" name="lang" value={locale} />
      {query.cause !== undefined && <input type="hidden" name="cause" value={query.cause} />}
      <SelectField
        page={page}
        action={ACTION}
        options={options}
        isRequired={true}
        name="country"
        label={t('withdrawals.form.country')}
        value={usualCountry ?? ''}
      />
      <div className="buttons">
        <button type="submit" className="button button-accent">
          {t('withdrawals.form.continue')}
        </button>
        <Back page={page} />
      </div>
    </form>
  );
}

type CountryProps = {
  page: PageView;
  form: NonNullable<BankAccountFormView['country']> & BankAccountFormView;
};

function AccountForm({ page, form }: CountryProps) {
  const { locale, path, query } = page;
  const t = translatorFor(locale);
  const { code, format, documentTypes, usualCurrency } = form;
  const common = { page, action: ACTION, isRequired: true };
  const typed = { ...common, autoComplete: 'off', spellCheck: false };
  const country = countryName(locale, code);
  return (
    <ActionForm page={page} action={ACTION} hidden={{ country: code }}>
      <p>
        {t('withdrawals.form.country')}: <strong>{country}</strong>{' '}
        <a href={`${path}?${new URLSearchParams({ ...query, country: '' })}`}>{t('withdrawals.form.otherCountry')}</a>
      </p>
      <SelectField
        {...common}
        name="currency"
        label={t('withdrawals.form.currency')}
        value={format.currencies.find((currency) => currency === usualCurrency) ?? ''}
        options={format.currencies.map((value) => ({ value, label: value }))}
      />
      <TextField {...typed} name="bankName" label={t('withdrawals.form.bankName')} maxLength={120} />
      {format.codes.map((name) => (
        <TextField
          {...typed}
          key={name}
          name={name}
          label={t(`withdrawals.form.codes.${name}`)}
          hint={t(`withdrawals.form.codeHints.${name}`)}
        />
      ))}
      {format.types.length > 0 && (
        <SelectField
          {...common}
          name="accountType"
          label={t('withdrawals.form.accountType')}
          options={format.types.map((value) => ({ value, label: t(`withdrawals.form.types.${value}`) }))}
        />
      )}
      <TextField
        {...typed}
        name="accountNumber"
        label={t(`withdrawals.form.numbers.${format.number}`)}
        hint={t(`withdrawals.form.numberHints.${format.number}`)}
      />
      <TextField
        {...typed}
        name="holderName"
        label={t('withdrawals.form.holderName')}
        hint={t('withdrawals.form.holderNameHint')}
        maxLength={120}
      />
      {documentTypes.length > 0 && (
        <SelectField
          {...common}
          name="documentType"
          label={t('withdrawals.form.documentType')}
          options={documentTypes.map((value) => ({
            value,
            label: t(`withdrawals.form.documentTypes.${value}`),
          }))}
        />
      )}
      <TextField
        {...typed}
        name="holderDocument"
        label={t(`withdrawals.form.documents.${format.document}`)}
        hint={t(`withdrawals.form.documentHints.${format.document}`)}
        maxLength={40}
      />
      <div className="buttons">
        <button type="submit" className="button button-accent">
          {t('withdrawals.form.submit')}
        </button>
        <Back page={page} />
      </div>
    </ActionForm>
  );
}

function Back({ page }: { page: PageView }) {
  return (
    <a className="button" href="/dashboard/withdrawals">
      {translatorFor(page.locale)('withdrawals.form.cancel')}
    </a>
  );
}
