import type { Translate } from '#lib/i18n/translator.ts';
import type { PayerFault } from './check-payer.ts';
import { LONGEST, type PayerField } from './payer.ts';

/** The name of each field, a key under `redirect.pse`. */
const NAMES = {
  bank: 'bank',
  person_type: 'personType',
  document_type: 'documentType',
  document_number: 'documentNumber',
  first_name: 'firstName',
  last_name: 'lastName',
  phone: 'phone',
  street_name: 'street',
  street_number: 'streetNumber',
  neighborhood: 'neighborhood',
  city: 'city',
  zip_code: 'zipCode',
} as const satisfies Record<PayerField, string>;

/** What the donor is told of a field that cannot be sent. */
export function faultText(t: Translate, field: PayerField, fault: PayerFault): string {
  const name = t(`redirect.pse.${NAMES[field]}`);
  if (fault === 'card_number') return t('errors.looksLikeCard');
  if (fault === 'too_long' && field in LONGEST) {
    const max = String(LONGEST[field as keyof typeof LONGEST]);
    return t('redirect.pse.errors.tooLong', { name, max });
  }
  if (fault === 'invalid' && field === 'document_number')
    return t('redirect.pse.errors.documentNumberInvalid');
  if (fault === 'invalid' || fault === 'too_long') return t('redirect.pse.errors.invalid', { name });
  return t(`redirect.pse.errors.${NAMES[field]}`);
}

/** Whether a word of the server is one of the faults we have words for. */
export function isPayerFault(word: string): word is PayerFault {
  return ['required', 'too_long', 'invalid', 'phone', 'zip_code'].includes(word);
}
