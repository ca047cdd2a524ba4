import type { PageView } from '#lib/dashboard/page-view.ts';
import type { KeyRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CheckField, fieldId, TextArea } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { faultText } from '../result-notice.tsx';

const PERMISSIONS: readonly KeyRow['permissions'][number][] = [
  'checkout_links:write',
  'checkout_links:read',
  'causes:write',
  'cause:read',
  'causes:set_fee',
  'creators:provision',
];
/** What a partner that mints links and watches them needs; the rest is chosen on purpose. */
const USUAL: ReadonlySet<string> = new Set(['checkout_links:write', 'checkout_links:read', 'cause:read']);

/** What a new key of a client may do, and from where. */
export function KeyForm({ page, clientId }: { page: PageView; clientId: string }) {
  const t = translatorFor(page.locale);
  const form = { page, action: 'key.create' };
  const { result } = page;
  const fault =
    result?.kind === 'refused' && result.action === form.action
      ? result.faults.find(({ field }) => field === 'permissions')
      : undefined;
  const id = fieldId(form.action, 'permissions');
  return (
    <ActionForm page={page} action={form.action} hidden={{ client: clientId }}>
      <fieldset className="choices" id={id} tabIndex={-1} aria-describedby={fault && `${id}-error`}>
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
        {fault && (
          <p className="field-error" id={`${id}-error`}>
            {faultText(t, fault)}
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
