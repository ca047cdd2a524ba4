import type { PageView } from '#lib/dashboard/page-view.ts';
import type { KeyRow } from '#lib/dashboard/staff/clients.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CheckField, TextArea, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { fieldId, formErrorText } from '../form-error.ts';

const PERMISSIONS: readonly KeyRow['permissions'][number][] = [
  'checkout_links:write',
  'checkout_links:read',
  'causes:write',
  'cause:read',
  'causes:set_fee',
  'creators:provision',
];
/** Permissions to mint and poll links are preselected; the others are a deliberate choice. */
const USUAL: ReadonlySet<string> = new Set(['checkout_links:write', 'checkout_links:read', 'cause:read']);

/** The form for a client's new key: permissions and allowlist. */
export function KeyForm({ page, clientId }: { page: PageView; clientId: string }) {
  const t = translatorFor(page.locale);
  const form = { page, action: 'key.create' };
  const { result } = page;
  const error =
    result?.kind === 'refused' && result.action === form.action
      ? result.errors.find(({ field }) => field === 'permissions')
      : undefined;
  const id = fieldId(form.action, 'permissions');
  return (
    <ActionForm page={page} action={form.action} hidden={{ client: clientId }}>
      <TextField
        {...form}
        name="name"
        label={t('lists.keys.name')}
        hint={t('lists.keys.nameHint')}
        maxLength={60}
        autoComplete="off"
      />
      <fieldset className="choices" id={id} tabIndex={-1} aria-describedby={error && `${id}-error`}>
        <legend>{t('staff.partners.keys.permissionsLabel')}</legend>
        {PERMISSIONS.map((permission) => (
          <CheckField
            {...form}
            key={permission}
            name="permissions"
            value={permission}
            label={`${t(`staff.partners.permissions.${permission}`)} (${permission})`}
            isChecked={USUAL.has(permission)}
          />
        ))}
        {error && (
          <p className="field-error" id={`${id}-error`}>
            {formErrorText(t, error)}
          </p>
        )}
      </fieldset>
      <TextArea
        {...form}
        name="allowed_ips"
        label={t('staff.partners.keys.allowedIpsLabel')}
        hint={t('staff.partners.keys.allowedIpsHint')}
        rows={3}
        spellCheck={false}
      />
      <button type="submit" className="button button-accent">
        {t('staff.partners.keys.create')}
      </button>
    </ActionForm>
  );
}
