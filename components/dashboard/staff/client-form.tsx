import type { PageView } from '#lib/dashboard/page-view.ts';
import type { ClientDetail } from '#lib/dashboard/staff/clients.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { SelectField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { fieldId } from '../form-error.ts';
import { AccentPreview } from './accent-preview.tsx';

const MODELS = ['plus_gateway_costs', 'all_inclusive'] as const;

/** The agreement and branding of a client, or of a new one. */
export function ClientForm({ page, client }: { page: PageView; client: ClientDetail | null }) {
  const t = translatorFor(page.locale);
  const action = client ? 'client.update' : 'client.create';
  const refused = page.result?.kind === 'refused' && page.result.action === action ? page.result : undefined;
  const isStale = refused?.errors.some(({ code }) => code === 'clientChanged') ?? false;
  /** A field that has a value; where somebody else changed the client, with that beside another one that was typed. */
  const field = (name: string, value: string, hint?: string, text = value) => {
    const isOther = isStale && (refused?.values[name] ?? value) !== value;
    const shown = isOther ? t('ownCause.edit.saved', { value: text || t('ownCause.edit.nothing') }) : hint;
    return { page, action, name, value, ...(shown === undefined ? {} : { hint: shown }) };
  };
  const choice = (name: string, value: string, options: { value: string; label: string }[]) => {
    const text = options.find((option) => option.value === value)?.label;
    return { ...field(name, value, undefined, text), options };
  };
  const models = MODELS.map((model) => ({ value: model, label: t(`staff.partners.client.feeModels.${model}`) }));
  const deductibles = (['unsaid', 'yes', 'no'] as const).map((answer) => ({
    value: answer === 'unsaid' ? '' : answer,
    label: t(`staff.partners.client.deductibles.${answer}`),
  }));
  return (
    <ActionForm
      page={page}
      action={action}
      {...(client ? { hidden: { id: client.id }, kept: { base: client.base } } : {})}
    >
      <TextField
        {...field('name', client?.name ?? '', t('staff.partners.client.nameHint'))}
        label={t('staff.partners.client.name')}
        isRequired
      />
      <TextField
        {...field('fee_percent', String(client?.feePercent ?? 5), t('staff.partners.client.feePercentHint'))}
        label={t('staff.partners.client.feePercent')}
        inputMode="decimal"
        isRequired
      />
      <SelectField
        {...choice('fee_model', client?.feeModel ?? 'plus_gateway_costs', models)}
        label={t('staff.partners.client.feeModel')}
        isRequired
      />
      <TextField
        {...field('accent_color', client?.accentColor ?? '', t('staff.partners.client.accentHint'))}
        label={t('staff.partners.client.accentColor')}
        spellCheck={false}
      />
      <AccentPreview
        fieldId={fieldId(action, 'accent_color')}
        colour={client?.accentColor ?? null}
        label={t('staff.partners.client.preview')}
        give={t('staff.partners.client.previewGive')}
        link={t('staff.partners.client.previewLink')}
      />
      <TextField {...field('display_name', client?.displayName ?? '')} label={t('staff.partners.client.displayName')} />
      <TextField
        {...field('logo_url', client?.logoUrl ?? '', t('staff.partners.client.logoHint'))}
        label={t('staff.partners.client.logoUrl')}
        inputMode="url"
        spellCheck={false}
      />
      <TextField
        {...field('contact_email', client?.contactEmail ?? '', t('staff.partners.client.contactHint'))}
        label={t('staff.partners.client.contactEmail')}
        inputMode="email"
        spellCheck={false}
      />
      <TextField
        {...field('legal_name', client?.legalName ?? '', t('staff.partners.client.legalNameHint'))}
        label={t('staff.partners.client.legalName')}
      />
      <TextField
        {...field('support_email', client?.supportEmail ?? '', t('staff.partners.client.supportHint'))}
        label={t('staff.partners.client.supportEmail')}
        inputMode="email"
        spellCheck={false}
      />
      <TextField
        {...field('terms_url', client?.termsUrl ?? '', t('staff.partners.client.logoHint'))}
        label={t('staff.partners.client.termsUrl')}
        inputMode="url"
        spellCheck={false}
      />
      <TextField
        {...field('privacy_url', client?.privacyUrl ?? '', t('staff.partners.client.logoHint'))}
        label={t('staff.partners.client.privacyUrl')}
        inputMode="url"
        spellCheck={false}
      />
      <TextField
        {...field('tax_id', client?.taxId ?? '', t('staff.partners.client.taxIdHint'))}
        label={t('staff.partners.client.taxId')}
      />
      <SelectField
        {...choice('deductible', client?.deductible ?? '', deductibles)}
        label={t('staff.partners.client.deductible')}
      />
      <TextField
        {...field('deductible_note', client?.deductibleNote ?? '', t('staff.partners.client.deductibleNoteHint'))}
        label={t('staff.partners.client.deductibleNote')}
      />
      <button type="submit" className="button button-accent">
        {t(client ? 'staff.partners.client.save' : 'staff.partners.client.create')}
      </button>
    </ActionForm>
  );
}
