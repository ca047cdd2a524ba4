/** What PSE asks of whoever pays, in the gateway's own names of the fields, and as typed. The email is the donor's. */
export type PsePayer = {
  bank: string;
  person_type: 'individual' | 'association';
  document_type: DocumentType;
  document_number: string;
  first_name: string;
  last_name: string;
  phone: string;
  street_name: string;
  street_number: string;
  neighborhood: string;
  city: string;
  zip_code: string;
};
export type PayerField = keyof PsePayer;

/** The documents a person pays with, the usual ones first. */
export const PERSONAL_DOCUMENTS = ['CC', 'CE', 'PAS', 'TI', 'TE', 'RC', 'DI', 'NIT'] as const;
export type DocumentType = (typeof PERSONAL_DOCUMENTS)[number];

/** The fields in the order of the page. */
export const PAYER_FIELDS = [
  'bank',
  'person_type',
  'document_type',
  'document_number',
  'first_name',
  'last_name',
  'phone',
  'street_name',
  'street_number',
  'neighborhood',
  'city',
  'zip_code',
] as const satisfies readonly PayerField[];

/** The most characters the gateway takes of each text. */
export const LONGEST = {
  document_number: 15,
  first_name: 32,
  last_name: 32,
  street_name: 18,
  street_number: 5,
  neighborhood: 18,
  city: 18,
  zip_code: 5,
} as const;
export type LimitedField = keyof typeof LONGEST;

/** An empty form; a person with a citizenship card is by far the most common payer. */
export const NOBODY: PsePayer = {
  bank: '',
  person_type: 'individual',
  document_type: 'CC',
  document_number: '',
  first_name: '',
  last_name: '',
  phone: '',
  street_name: '',
  street_number: '',
  neighborhood: '',
  city: '',
  zip_code: '',
};

/** The id of a field's control, which error messages link to. */
export function idOf(field: PayerField): string {
  return `pse-${field.replaceAll('_', '-')}`;
}

/** What is sent of what was typed: people write documents with points and phone numbers with spaces. */
export function tidy(payer: PsePayer): PsePayer {
  const trimmed = Object.fromEntries(Object.entries(payer).map(([field, value]) => [field, value.trim()]));
  return {
    ...payer,
    ...trimmed,
    document_number: payer.document_number.replace(/[\s.]/g, ''),
    phone: payer.phone.replace(/[\s()-]/g, '').replace(/^\+57/, ''),
  };
}

/** An organisation pays with its tax number; a person keeps the document chosen before, where a person can have it. */
export function withPersonType(payer: PsePayer, person_type: PsePayer['person_type']): PsePayer {
  const document_type =
    person_type === 'association' ? 'NIT' : payer.document_type === 'NIT' ? 'CC' : payer.document_type;
  return { ...payer, person_type, document_type };
}
