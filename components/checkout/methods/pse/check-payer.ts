import { holdsCardNumber } from '../../check-details.ts';
import { type LimitedField, LONGEST, PAYER_FIELDS, type PayerField, type PsePayer, tidy } from './payer.ts';

/** Why a field is refused, in the server's codes; `card_number` is a refusal of our own. */
export type PayerFault = 'required' | 'too_long' | 'invalid' | 'phone' | 'zip_code' | 'card_number';
export type PayerFaults = Partial<Record<PayerField, PayerFault>>;

/** What is wrong with a payer, by the rules that the server applies again. Empty when it can be sent. */
export function checkPayer(payer: PsePayer): PayerFaults {
  const sent = tidy(payer);
  const faults: PayerFaults = {};
  for (const field of PAYER_FIELDS) {
    const fault = faultOf(field, sent[field]);
    if (fault) faults[field] = fault;
  }
  return faults;
}

function faultOf(field: PayerField, value: string): PayerFault | undefined {
  if (value === '') return 'required';
  switch (field) {
    case 'phone':
      return /^\d{10}$/.test(value) ? undefined : 'phone';
    case 'zip_code':
      return /^\d{5}$/.test(value) ? undefined : 'zip_code';
    case 'document_number':
      return textFault(value, field) ?? (/^[0-9A-Za-z-]+$/.test(value) ? undefined : 'invalid');
    case 'bank':
    case 'person_type':
    case 'document_type':
      return undefined;
    default:
      return holdsCardNumber(value) ? 'card_number' : textFault(value, field);
  }
}

function textFault(value: string, field: LimitedField): PayerFault | undefined {
  if ([...value].length > LONGEST[field]) return 'too_long';
  return /\p{Cc}/u.test(value) || !value.isWellFormed() ? 'invalid' : undefined;
}
