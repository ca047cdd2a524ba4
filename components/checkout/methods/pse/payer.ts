import { holdsCardNumber } from '../../check-details.ts';

/**
 * What PSE asks of the payer, as typed, in the gateway's own names of the fields; the street and its number, which the gateway
 * wants apart, are typed as one. The email is the donor's.
 */
export type PsePayer = {
  bank: string;
  person_type: 'individual' | 'association';
  /** Of a person; an organisation has none to choose. */
  document_type: DocumentType;
  document_number: string;
  first_name: string;
  last_name: string;
  phone: string;
  street: string;
  neighborhood: string;
  city: string;
  zip_code: string;
};
/** What is sent of it. */
type SentPayer = Omit<PsePayer, 'street'> & { street_name: string; street_number: string };
export type PayerField = keyof PsePayer;

/** The documents a person pays with, the usual ones first. */
export const PERSONAL_DOCUMENTS = ['CC', 'CE', 'PAS', 'TI', 'TE', 'RC', 'DI', 'NIT'] as const;
export type DocumentType = (typeof PERSONAL_DOCUMENTS)[number];
/** Those whose numbers have digits only, for which a phone shows its keypad. */
export const NUMERIC_DOCUMENTS: ReadonlySet<DocumentType> = new Set(['CC', 'CE', 'TI', 'RC', 'NIT']);

/** The fields in the order of the page. */
export const PAYER_FIELDS = [
  'person_type',
  'document_type',
  'document_number',
  'first_name',
  'last_name',
  'phone',
  'street',
  'neighborhood',
  'city',
  'zip_code',
  'bank',
] as const satisfies readonly PayerField[];

/** The step of the form that asks for a field: who pays, then the bank. */
export function stepOf(field: PayerField): number {
  return field === 'bank' ? 1 : 0;
}

/** The most characters the gateway takes of each text. */
export const MAX_LENGTH = {
  document_number: 15,
  first_name: 32,
  last_name: 32,
  neighborhood: 18,
  city: 18,
  zip_code: 5,
} as const;
export type LimitedField = keyof typeof MAX_LENGTH;
/** The same of the two parts of the street. */
export const MAX_STREET = { name: 18, number: 5 } as const;

/** An empty form; a person with a citizenship card is by far the most common payer. */
export const EMPTY_PAYER: PsePayer = {
  bank: '',
  person_type: 'individual',
  document_type: 'CC',
  document_number: '',
  first_name: '',
  last_name: '',
  phone: '',
  street: '',
  neighborhood: '',
  city: '',
  zip_code: '',
};

/** The id of a field's control, which error messages link to. */
export function fieldId(field: PayerField): string {
  return `pse-${field.replace(/_/g, '-')}`;
}

/** What is sent of what was typed: people write documents with points, and phone numbers with signs and the country's code. */
export function normalizePayer({ street, ...payer }: PsePayer): SentPayer {
  const trimmed = Object.fromEntries(Object.entries(payer).map(([field, value]) => [field, value.trim()]));
  return {
    ...payer,
    ...trimmed,
    document_type: documentOf(payer),
    ...(splitStreet(street) ?? { street_name: street.trim(), street_number: '' }),
    neighborhood: cut(payer.neighborhood, MAX_LENGTH.neighborhood),
    city: cut(payer.city, MAX_LENGTH.city),
    document_number: plainDocument(payer),
    // Colombia's have six digits; the gateway takes the first five.
    zip_code: payer.zip_code.replace(/[\s\p{Cf}]/gu, '').replace(/^(\d{5})\d$/, '$1'),
    phone: payer.phone.replace(/[^+\p{L}\p{N}]/gu, '').replace(/^(?:\+|00)?57(?=\d{10}$)/, ''),
  };
}

/** The beginning of a name that is longer than the gateway takes, as "Cartagena de Indias" is. */
function cut(name: string, length: number): string {
  return [...name.trim()].slice(0, length).join('').trim();
}

/** A number without its marks, without characters that nobody sees, and without the name of its own document before it. */
function plainDocument(payer: Omit<PsePayer, 'street'>): string {
  const plain = payer.document_number.replace(/[\s.,'’\p{Cf}]/gu, '');
  const type = documentOf(payer);
  const isNamed = plain.toUpperCase().startsWith(type) && /^:?\d/.test(plain.slice(type.length));
  return isNamed ? plain.slice(type.length).replace(/^:/, '') : plain;
}

/**
 * The number of the house, and what follows it from a word that says so. Without a lookbehind, here and elsewhere in what browsers
 * get: Safari before 16.4 would run nothing of the file.
 */
const WITHIN_HOUSE =
  /(\d[a-z]?(?: (?:sur|norte|este|oeste))?)[\s,.(-]+(?:ap|apt|apto|apartamento|barrio|bl|bloque|bodega|casa|cs|conjunto|consultorio|edificio|ed|etapa|int|interior|lc|local|of|ofc|oficina|piso|t|to|torre|unidad|urb|urbanizaci[oó]n)(?!\p{L}).*$/iu;
/** How the postal service abbreviates the roads. */
const ROADS: readonly [RegExp, string][] = [
  [/\bautopista\b/giu, 'Aut'],
  [/\bavenida\b/giu, 'Av'],
  [/\bcalle\b/giu, 'Cl'],
  [/\bcarrera\b/giu, 'Cr'],
  [/\bdiagonal\b/giu, 'Dg'],
  [/\btransversal\b/giu, 'Tv'],
];
/** The sign of the number, which the gateway does without, and the side of the town at the end. */
const NUMBER_SIGN = / ?(?:#|\bn[oº°]\.?(?= ?\d)) ?/giu;
const SIDE = /(\d[a-z]? [sneo])(?:ur|orte|ste|este)$/iu;

/**
 * The two parts of an address as people write it: "Calle 93 # 11-27", "Cra 15 No. 93A-75", "Vereda El Salado S/N". One that is too
 * long goes without the apartment, then with its roads abbreviated, then with its signs and side. Null where the gateway takes no such parts.
 */
export function splitStreet(street: string): Pick<SentPayer, 'street_name' | 'street_number'> | null {
  const line = street.trim().replace(/\s+/g, ' ').replace(/ ?- ?/g, '-');
  const house = line.replace(WITHIN_HOUSE, '$1');
  const abbreviated = ROADS.reduce((short, [road, abbreviation]) => short.replace(road, abbreviation), house);
  const shortest = abbreviated.replace(NUMBER_SIGN, ' ').replace(SIDE, '$1');
  return splitLine(line) ?? splitLine(house) ?? splitLine(abbreviated) ?? splitLine(shortest);
}

/** The number is the longest end of the line that the gateway takes. */
function splitLine(line: string): ReturnType<typeof splitStreet> {
  for (const { index } of line.matchAll(/[ #-]/g)) {
    const street_name = line.slice(0, index).replace(/(?:[ #-]|\bn[oº°]\.?)+$/iu, '');
    const street_number = line.slice(index + 1).replace(/^(?:[ #-]|n[oº°]\.? ?(?=\d))+/iu, '');
    const isNumber = /\d|^s\/?n$/i.test(street_number) && street_number.length <= MAX_STREET.number;
    if (isNumber && street_name !== '' && [...street_name].length <= MAX_STREET.name)
      return { street_name, street_number };
  }
  return null;
}

/** The document of the account holder: a person's own, an organisation's tax number. */
export function documentOf({ person_type, document_type }: Omit<PsePayer, 'street'>): DocumentType {
  return person_type === 'association' ? 'NIT' : document_type;
}

/** Why a field is refused, in the server's codes; `card_number` is checked in the browser only. */
export type PayerError = 'required' | 'too_long' | 'invalid' | 'phone' | 'zip_code' | 'street' | 'card_number';
export type PayerErrors = Partial<Record<PayerField, PayerError>>;

/** What is wrong with a payer, by the rules that the server applies again. Empty when it can be sent. */
export function checkPayer(payer: PsePayer): PayerErrors {
  const normalized = normalizePayer(payer);
  const errors: PayerErrors = {};
  for (const field of PAYER_FIELDS) {
    const typed = payer[field].trim();
    const error = checkField(field, field === 'street' ? typed : normalized[field], typed);
    if (error) errors[field] = error;
  }
  return errors;
}

function checkField(field: PayerField, value: string, typed: string): PayerError | undefined {
  if (value === '') return 'required';
  switch (field) {
    case 'phone':
      return /^\d{10}$/.test(value) ? undefined : 'phone';
    case 'zip_code':
      return /^\d{5}$/.test(value) ? undefined : 'zip_code';
    case 'document_number':
      return checkText(value, field) ?? (/^[0-9A-Za-z-]+$/.test(value) ? undefined : 'invalid');
    case 'street':
      return checkStreet(value);
    case 'bank':
    case 'person_type':
    case 'document_type':
      return undefined;
    default:
      return holdsCardNumber(typed) ? 'card_number' : checkText(value, field);
  }
}

/** Control characters, and halves of characters: what old phones know no method for. */
const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;

function checkStreet(value: string): PayerError | undefined {
  if (holdsCardNumber(value)) return 'card_number';
  if (UNSENDABLE.test(value)) return 'invalid';
  if (splitStreet(value)) return undefined;
  return /\d|\bs\/?n$/i.test(value) ? 'too_long' : 'street';
}

function checkText(value: string, field: LimitedField): PayerError | undefined {
  if ([...value].length > MAX_LENGTH[field]) return 'too_long';
  return UNSENDABLE.test(value) ? 'invalid' : undefined;
}
