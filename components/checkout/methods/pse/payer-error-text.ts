import type { Translate } from '#lib/i18n/translator.ts';
import { MAX_LENGTH, MAX_STREET, type PayerError, type PayerField } from './payer.ts';

/** The key of each field's name under `redirect.pse`. */
export const FIELD_TEXTS = {
  person_type: 'personType',
  document_type: 'documentType',
  document_number: 'documentNumber',
  first_name: 'firstName',
  last_name: 'lastName',
  phone: 'phone',
  street: 'street',
  neighborhood: 'neighborhood',
  city: 'city',
  zip_code: 'zipCode',
  bank: 'bank',
} as const satisfies Record<PayerField, string>;

/** Why a field cannot be sent, in the donor's language. */
export function payerErrorText(t: Translate, field: PayerField, error: PayerError): string {
  const name = t(`redirect.pse.${FIELD_TEXTS[field]}`);
  if (error === 'card_number') return t('errors.looksLikeCard');
  if (error === 'too_long' && field === 'street')
    return t('redirect.pse.errors.streetTooLong', {
      name: String(MAX_STREET.name),
      number: String(MAX_STREET.number),
    });
  if (error === 'street') return t('redirect.pse.errors.streetNumber');
  if (error === 'too_long' && field in MAX_LENGTH) {
    const max = String(MAX_LENGTH[field as keyof typeof MAX_LENGTH]);
    return t('redirect.pse.errors.tooLong', { name, max });
  }
  if (error === 'invalid' && field === 'document_number') return t('redirect.pse.errors.documentNumberInvalid');
  if (error === 'invalid' || error === 'too_long') return t('redirect.pse.errors.invalid', { name });
  return t(`redirect.pse.errors.${FIELD_TEXTS[field]}`);
}

/** Whether a code of the server is one that has a text. */
export function isPayerError(code: string): code is PayerError {
  return ['required', 'too_long', 'invalid', 'phone', 'zip_code'].includes(code);
}
