import type { NewCauseView } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writePercent } from '#lib/i18n/write-money-path.ts';
import { CheckField, SelectField, TextArea, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';

type Props = { page: PageView; view: NewCauseView };

const ACTION = 'cause.create';
/** The limits of the domain (lib/causes/contract.ts), which enforces them; here they are only shown. */
const MAX_TITLE = 150;
const MAX_STORY = 5000;

/** The form that creates a cause: a draft that only its creator sees until they publish it. */
export function NewCausePage({ page, view }: Props) {
  const { locale, place } = page;
  const t = translatorFor(locale);
  const formatLocale = formattingLocale(locale, place);
  const common = { page, action: ACTION };
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' });
  const none = { value: '', label: t('newCause.choose') };
  const countries = view.countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  const currencies = view.currencies.map((value) => ({
    value,
    label: `${value} · ${currencyNames.of(value) ?? value}`,
  }));
  const fee = writePercent(view.feePercent, formatLocale);
  return (
    <DashboardFrame page={page} title={t('newCause.title')} intro={t('newCause.intro')}>
      <ActionForm page={page} action={ACTION} hidden={{ once: view.once, locale: formatLocale }}>
        <TextField
          {...common}
          name="title"
          label={t('ownCause.edit.name')}
          hint={t('ownCause.edit.nameHint', { max: String(MAX_TITLE) })}
          isRequired
        />
        <SelectField
          {...common}
          name="country"
          label={t('newCause.country')}
          hint={t('newCause.countryHint')}
          value={view.usual.country}
          options={[none, ...countries]}
          isRequired
        />
        <SelectField
          {...common}
          name="currency"
          label={t('newCause.currency')}
          hint={t('newCause.currencyHint')}
          value={view.usual.currency}
          options={[none, ...currencies]}
          isRequired
        />
        <TextField
          {...common}
          name="goal"
          label={t('newCause.goal')}
          hint={t('newCause.goalHint')}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextArea
          {...common}
          name="description"
          label={t('ownCause.edit.story')}
          hint={t('ownCause.edit.storyHint', { max: String(MAX_STORY) })}
          rows={10}
        />
        <p>{t(view.bearsCosts ? 'newCause.feesAndCosts' : 'newCause.fees', { percent: fee })}</p>
        <CheckField {...common} name="terms" label={t('newCause.terms')} hint={t('newCause.termsHint')} />
        {view.termsUrl !== null && (
          <p>
            <a href={view.termsUrl} target="_blank" rel="noreferrer">
              {t('newCause.readTerms')}
            </a>
          </p>
        )}
        <div className="buttons">
          <button type="submit" className="button button-accent">
            {t('newCause.create')}
          </button>
          <a className="button" href="/dashboard">
            {t('ownCause.edit.cancel')}
          </a>
        </div>
      </ActionForm>
    </DashboardFrame>
  );
}
