import type { FormError } from '#lib/dashboard/page-view.ts';
import { dashboardEn } from '#lib/i18n/messages/en/dashboard.ts';
import type { Translate } from '#lib/i18n/translator.ts';

/** The id of a field's control, to which the list of errors links. */
export function fieldId(action: string, name: string): string {
  return `${action}-${name}`.replace(/\W+/g, '-');
}

/** Fields whose value is chosen, not typed. */
const CHOSEN: ReadonlySet<string> = new Set([
  'accountType',
  'bankAccountId',
  'country',
  'currency',
  'documentType',
  'fee_model',
  'file',
  'permissions',
  'to',
]);

/** The text for codes that say nothing of the field: it names the field instead. */
const NAMED = { required: 'enter', invalid: 'check', tooLong: 'shorten', tooShort: 'lengthen' } as const;

type FieldName = keyof typeof dashboardEn.dashboard.fieldNames;

function isNamed(field: string): field is FieldName {
  return Object.hasOwn(dashboardEn.dashboard.fieldNames, field);
}

/** A form error in the reader's language. It names its field, so that it can be read apart from it. */
export function formErrorText(t: Translate, { field, code, values = {} }: FormError): string {
  // Code and field are only known at run time, and so are the values that their texts need.
  const translate = t as unknown as (key: string, values: NonNullable<FormError['values']>) => string;
  if (!(code in NAMED) || !isNamed(field)) return translate(`dashboard.formErrors.${code}`, values);
  const name = t(`dashboard.fieldNames.${field}`);
  const text = code === 'required' && CHOSEN.has(field) ? 'choose' : NAMED[code as keyof typeof NAMED];
  return translate(`dashboard.form.${text}`, { ...values, field: name });
}
