import type { PageView } from '#lib/dashboard/page-view.ts';
import type { ClientDetail } from '#lib/dashboard/staff/client-view.ts';
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
  const hidden = client ? { id: client.id, base: client.base } : {};
  const form = { page, action };
  return (
    <ActionForm page={page} action={action} hidden={hidden}>
      <TextField
        {...form}
        name="name"
        label={t('staff.partners.client.name')}
        hint={t('staff.partners.client.nameHint')}
        value={client?.name ?? ''}
        isRequired
      />
      <TextField
        {...form}
        name="fee_percent"
        label={t('staff.partners.client.feePercent')}
        hint={t('staff.partners.client.feePercentHint')}
        value={String(client?.feePercent ?? 5)}
        inputMode="decimal"
        isRequired
      />
      <SelectField
        {...form}
        name="fee_model"
        label={t('staff.partners.client.feeModel')}
        value={client?.feeModel ?? 'plus_gateway_costs'}
        options={MODELS.map((model) => ({
          value: model,
          label: t(`staff.partners.client.feeModels.${model}`),
        }))}
        isRequired
      />
      <TextField
        {...form}
        name="accent_color"
        label={t('staff.partners.client.accentColor')}
        hint={t('staff.partners.client.accentHint')}
        value={client?.accentColor ?? ''}
        spellCheck={false}
      />
      <AccentPreview
        fieldId={fieldId(action, 'accent_color')}
        colour={client?.accentColor ?? null}
        label={t('staff.partners.client.preview')}
        give={t('staff.partners.client.previewGive')}
        link={t('staff.partners.client.previewLink')}
      />
      <TextField
        {...form}
        name="display_name"
        label={t('staff.partners.client.displayName')}
        value={client?.displayName ?? ''}
      />
      <TextField
        {...form}
        name="logo_url"
        label={t('staff.partners.client.logoUrl')}
        hint={t('staff.partners.client.logoHint')}
        value={client?.logoUrl ?? ''}
        inputMode="url"
        spellCheck={false}
      />
      <TextField
        {...form}
        name="contact_email"
        label={t('staff.partners.client.contactEmail')}
        hint={t('staff.partners.client.contactHint')}
        value={client?.contactEmail ?? ''}
        inputMode="email"
        spellCheck={false}
      />
      <TextField
        {...form}
        name="legal_name"
        label={t('staff.partners.client.legalName')}
        hint={t('staff.partners.client.legalNameHint')}
        value={client?.legalName ?? ''}
      />
      <TextField
        {...form}
        name="support_email"
        label={t('staff.partners.client.supportEmail')}
        hint={t('staff.partners.client.supportHint')}
        value={client?.supportEmail ?? ''}
        inputMode="email"
        spellCheck={false}
      />
      <TextField
        {...form}
        name="terms_url"
        label={t('staff.partners.client.termsUrl')}
        hint={t('staff.partners.client.logoHint')}
        value={client?.termsUrl ?? ''}
        inputMode="url"
        spellCheck={false}
      />
      <TextField
        {...form}
        name="privacy_url"
        label={t('staff.partners.client.privacyUrl')}
        hint={t('staff.partners.client.logoHint')}
        value={client?.privacyUrl ?? ''}
        inputMode="url"
        spellCheck={false}
      />
      <TextField
        {...form}
        name="tax_id"
        label={t('staff.partners.client.taxId')}
        hint={t('staff.partners.client.taxIdHint')}
        value={client?.taxId ?? ''}
      />
      <SelectField
        {...form}
        name="deductible"
        label={t('staff.partners.client.deductible')}
        value={client?.deductible ?? ''}
        options={(['unsaid', 'yes', 'no'] as const).map((answer) => ({
          value: answer === 'unsaid' ? '' : answer,
          label: t(`staff.partners.client.deductibles.${answer}`),
        }))}
      />
      <TextField
        {...form}
        name="deductible_note"
        label={t('staff.partners.client.deductibleNote')}
        hint={t('staff.partners.client.deductibleNoteHint')}
        value={client?.deductibleNote ?? ''}
      />
      <button type="submit" className="button button-accent">
        {t(client ? 'staff.partners.client.save' : 'staff.partners.client.create')}
      </button>
    </ActionForm>
  );
}
