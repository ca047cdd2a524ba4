import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAYER } from '#testing/payer.ts';
import { DOCUMENT_TYPES, psePayer } from './payer.ts';

/** The error codes by field; each field has one. */
function codesOf(input: unknown): Record<string, string> {
  const issues = psePayer.safeParse(input).error?.issues ?? [];
  const codes = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
  expect(Object.keys(codes)).toHaveLength(issues.length);
  return codes;
}
const withField = (field: string, value: unknown) => ({ ...PAYER, [field]: value });

/** Each text field with its maximum length at the gateway (gateways B1). */
const LENGTHS: [keyof typeof PAYER, number, string][] = [
  ['document_number', 15, '7'],
  ['first_name', 32, 'ñ'],
  ['last_name', 32, '李'],
  ['street_name', 18, 'a'],
  ['street_number', 5, '1'],
  ['neighborhood', 18, 'é'],
  ['city', 18, '😀'],
];

test('valid input is accepted, trimmed, with the phone number in ten digits', () => {
  expect(psePayer.parse({ ...PAYER, first_name: '  Ana ', phone: '+57 (301) 123-4567' })).toEqual({
    ...PAYER,
    phone: '3011234567',
  });
});

test.each([
  '301.123.4567',
  '57 301 123 4567',
  '573011234567',
  '0057 301 1234567',
  '+57.301.123.45.67',
  '(+57) 301–123–4567',
  '301/123/4567',
  ' +57\u00a0301\u202f1234567 ',
  '\u200e3011234567',
])('the phone number %j is taken', (phone) => {
  expect(psePayer.parse({ ...PAYER, phone }).phone).toBe('3011234567');
});

test('a number that begins like the country’s code keeps its digits', () => {
  expect(psePayer.parse({ ...PAYER, phone: '571 123 4567' }).phone).toBe('5711234567');
});

test.each(LENGTHS)('%s has at most %i characters, as people count them', (field, max, character) => {
  expect(codesOf(withField(field, character.repeat(max)))).toEqual({});
  expect(codesOf(withField(field, character))).toEqual({});
  expect(codesOf(withField(field, character.repeat(max + 1)))).toEqual({ [field]: 'too_long' });
});

test.each(Object.keys(PAYER))('%s is required, and a blank counts as missing', (field) => {
  for (const value of [undefined, null, '', '   ', 7, {}]) {
    const codes = codesOf(withField(field, value));
    expect(Object.keys(codes), String(value)).toEqual([field]);
    expect(codes[field]).toBe('required');
  }
});

test.each([
  ['document_number', '10.203.040', 'invalid'],
  ['document_number', '1020\u0000', 'invalid'],
  ['first_name', 'Ana\nMaría', 'invalid'],
  ['last_name', 'G\u0007', 'invalid'],
  ['city', '\ud800', 'invalid'],
  ['email', 'ana', 'invalid'],
  ['email', 'ana@example', 'invalid'],
  ['phone', '123', 'phone'],
  ['phone', '30112345678', 'phone'],
  ['phone', '30112x4567', 'phone'],
  ['phone', '+1 301 123 4567', 'phone'],
  ['phone', '58 301 123 4567', 'phone'],
  ['phone', '3011234567 ext. 2', 'phone'],
  ['zip_code', '1100', 'zip_code'],
  ['zip_code', '11OO1', 'zip_code'],
  ['zip_code', '110011', 'too_long'],
  ['person_type', 'company', 'required'],
  ['document_type', 'DNI', 'required'],
])('%s %j has the error code %s', (field, value, code) => {
  expect(codesOf(withField(field, value))[field]).toBe(code);
});

test('every document type of PSE is accepted, and both kinds of person', () => {
  for (const type of DOCUMENT_TYPES) expect(codesOf(withField('document_type', type))).toEqual({});
  for (const type of ['individual', 'association']) expect(codesOf(withField('person_type', type))).toEqual({});
});

test('several errors are reported at once, each at its field', () => {
  expect(codesOf({ ...PAYER, city: '', zip_code: 'x', phone: '1', email: '' })).toEqual({
    city: 'required',
    zip_code: 'zip_code',
    phone: 'phone',
    email: 'required',
  });
});

test('unknown fields are refused, and a missing form is no payer', () => {
  expect(psePayer.safeParse({ ...PAYER, amount: 1 }).success).toBe(false);
  for (const nothing of [undefined, null, 'x', []]) expect(psePayer.safeParse(nothing).success).toBe(false);
});

test('accepted values are valid at the gateway: not too long, without control characters', () => {
  // Every UTF-16 unit, including lone surrogates.
  const units = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes));
  const anything = fc.oneof(units, fc.string({ unit: 'grapheme', maxLength: 20 }));
  fc.assert(
    fc.property(fc.constantFrom(...LENGTHS), anything, ([field, max], value) => {
      const taken = psePayer.safeParse(withField(field, value)).data?.[field];
      if (taken === undefined) return;
      expect([...taken].length).toBeGreaterThan(0);
      expect([...taken].length).toBeLessThanOrEqual(max);
      expect(taken).not.toMatch(/\p{Cc}/u);
      expect(taken.isWellFormed()).toBe(true);
    }),
  );
});
