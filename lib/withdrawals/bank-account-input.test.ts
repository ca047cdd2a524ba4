import { expect, test } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import { bankAccountInput } from './bank-account-input.ts';
import { bankFormat } from './bank-formats.ts';

const HOLDER = { bankName: 'The Bank', holderName: 'Ana', holderDocument: 'Passport 123' };
const US = {
  ...HOLDER,
  country: 'US',
  currency: 'USD',
  routingNumber: '021000021',
  accountType: 'checking',
  accountNumber: '12 345-678',
};
const GB = { ...HOLDER, country: 'GB', currency: 'GBP', sortCode: '20-00-00', accountNumber: '55779911' };
const FR_NUMBER = 'FR1420041010050500013M02606';
const ES = { ...HOLDER, country: 'ES', currency: 'EUR', accountNumber: 'ES91 2100 0418 4502 0005 1332' };
const CR = { ...HOLDER, country: 'CR', currency: 'CRC', accountNumber: 'CR05 0152 0200 1026 2840 66' };
const MX = {
  ...HOLDER,
  country: 'MX',
  currency: 'MXN',
  accountNumber: '032180000118359719',
  holderDocument: 'GODE561231GR8',
};
const AR = {
  ...HOLDER,
  country: 'AR',
  currency: 'ARS',
  accountNumber: '2850590940090418135201',
  holderDocument: '20-26756539-3',
};
const CO = {
  ...HOLDER,
  country: 'CO',
  currency: 'COP',
  accountType: 'savings',
  accountNumber: '001-2345 6789',
  documentType: 'CC',
  holderDocument: '1020304050',
};
const BR = {
  ...HOLDER,
  country: 'BR',
  currency: 'BRL',
  bankCode: '001',
  branch: '1234',
  accountType: 'checking',
  accountNumber: '12345-X',
  holderDocument: '123.456.789-09',
};
const CL = {
  ...HOLDER,
  country: 'CL',
  currency: 'CLP',
  accountType: 'sight',
  accountNumber: '12345678',
  holderDocument: '12.345.678-5',
};
const CA = {
  ...HOLDER,
  country: 'CA',
  currency: 'CAD',
  institution: '003',
  transit: '12345',
  accountNumber: '1234567',
};
const AU = { ...HOLDER, country: 'AU', currency: 'AUD', bsb: '062-000', accountNumber: '12345678' };
const JP = { ...HOLDER, country: 'JP', currency: 'USD', bic: 'BOTKJPJT', accountNumber: '1234567' };
const BY = {
  ...HOLDER,
  country: 'BY',
  currency: 'EUR',
  bic: 'AKBBBY2X',
  accountNumber: 'BY13 NBRB 3600 9000 0000 2Z00 AB00',
};
const PE = {
  ...HOLDER,
  country: 'PE',
  currency: 'PEN',
  accountType: 'savings',
  accountNumber: '00219300126897310213',
};

const ES_NUMBER = 'ES9121000418450200051332';

const codesOf = (input: unknown) =>
  bankAccountInput.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

test.each([US, GB, ES, CR, MX, AR, CO, BR, CL, CA, AU, JP, BY, PE])('an account in $country is taken', (account) => {
  expect(codesOf(account)).toEqual([]);
});

test.each([
  ['French Guiana', { ...HOLDER, country: 'GF', currency: 'EUR', accountNumber: FR_NUMBER }],
  ['Åland', { ...HOLDER, country: 'AX', currency: 'EUR', accountNumber: 'FI2112345600000785' }],
  ['French Polynesia', { ...HOLDER, country: 'PF', currency: 'EUR', bic: 'SOCBPFTX', accountNumber: FR_NUMBER }],
])('in %s, IBANs are those of its country', (_, account) => {
  expect(codesOf(account)).toEqual([]);
  expect(codesOf({ ...account, accountNumber: ES_NUMBER })).toEqual(['accountNumber iban']);
});

test('numbers and codes are stored without blanks and dashes, a Colombian document with its type', () => {
  expect(bankAccountInput.parse(GB)).toMatchObject({
    country: 'gb',
    bankCodes: { sortCode: '200000' },
    accountNumber: '55779911',
    accountType: null,
  });
  expect(bankAccountInput.parse(ES).accountNumber).toBe(ES_NUMBER);
  expect(bankAccountInput.parse(CO)).toMatchObject({
    accountNumber: '00123456789',
    holderDocument: 'CC 1020304050',
  });
});

test.each([
  ['points, as Brazilian banks print them', { ...BR, accountNumber: '12.345-X' }, '12345X'],
  ['a dash of a letter', { ...BR, accountNumber: '12345\u2013X' }, '12345X'],
  [
    'what a copied text has and nobody sees',
    { ...ES, accountNumber: '\u202aES91\u200b2100 0418 4502 0005 1332\u202c' },
    ES_NUMBER,
  ],
])('%s are no part of a number', (_, account, stored) => {
  expect(bankAccountInput.parse(account).accountNumber).toBe(stored);
});

test('a document is checked without the same signs', () => {
  expect(codesOf({ ...CL, holderDocument: '12.345.678\u20135' })).toEqual([]);
  expect(codesOf({ ...BR, holderDocument: '12.345.678/0001\u201395' })).toEqual([]);
});

test.each([
  ['a mistyped digit of a routing number', { ...US, routingNumber: '021000022' }, 'routingNumber routingNumber'],
  ['a mistyped digit of an IBAN', { ...ES, accountNumber: 'ES9121000418450200051333' }, 'accountNumber iban'],
  ['an IBAN that is too short', { ...ES, accountNumber: 'ES912100041845020005133' }, 'accountNumber iban'],
  ['an IBAN of another country', { ...ES, accountNumber: 'DE89370400440532013000' }, 'accountNumber iban'],
  ['a mistyped digit of a CLABE', { ...MX, accountNumber: '032180000118359718' }, 'accountNumber clabe'],
  ['a mistyped digit of a CBU', { ...AR, accountNumber: '2850590940090418135202' }, 'accountNumber cbu'],
  ['a mistyped bank in a CBU', { ...AR, accountNumber: '2850591940090418135201' }, 'accountNumber cbu'],
  ['a mistyped digit of a CUIT', { ...AR, holderDocument: '20-26756539-4' }, 'holderDocument cuit'],
  ['a mistyped digit of a RUT', { ...CL, holderDocument: '12.345.678-6' }, 'holderDocument rut'],
  ['a sort code that is too short', { ...GB, sortCode: '20-00-0' }, 'sortCode sortCode'],
  ['a BIC of another country', { ...JP, bic: 'DEUTDEFF' }, 'bic bic'],
  ['an account without its number', { ...US, accountNumber: ' - ' }, 'accountNumber required'],
  ['a type that the country does not have', { ...US, accountType: 'sight' }, 'accountType required'],
  ['a currency that its banks do not take', { ...GB, currency: 'USD' }, 'currency bankCurrency'],
  ['a country that does not exist', { ...GB, country: 'XK' }, 'country invalid'],
  [
    'a document that is too long with its kind',
    { ...CO, documentType: 'NIT', holderDocument: `10203040${' '.repeat(27)}50` },
    'holderDocument too_long',
  ],
  ['a name that is too long', { ...GB, holderName: 'x'.repeat(121) }, 'holderName too_long'],
])('%s is refused at its field', (_, account, error) => {
  expect(codesOf(account)).toEqual([error]);
});

test('every wrong field is named at once', () => {
  expect(codesOf({ country: 'US' })).toEqual([
    'currency bankCurrency',
    'bankName required',
    'routingNumber required',
    'accountType required',
    'accountNumber required',
    'holderName required',
    'holderDocument required',
  ]);
});

test('every currency but the one that does not exist can be paid out somewhere', () => {
  const countries = 'AR AU BO BR CA CL CO CR DO ES GB GT HN MX NI PE PY US UY BY'.split(' ');
  const taken = new Set(countries.flatMap((country) => bankFormat(country).currencies));
  expect(CURRENCIES.filter((currency) => !taken.has(currency))).toEqual(['BRB']);
});

test.each([
  ['bankName', 'First\nBank', 'invalid'],
  ['bankName', 'First\u2028Bank', 'invalid'],
  ['holderName', 'Ana\u001b[2K', 'invalid'],
  ['holderName', '\u200b', 'required'],
  ['holderName', '\u3164 \u2800', 'required'],
  ['holderDocument', '\u2060', 'required'],
  ['holderDocument', 'Passport\r\n123', 'invalid'],
])('%s is one line on which something is seen, unlike %j', (field, value, code) => {
  const { error } = bankAccountInput.safeParse({ ...US, [field]: value });
  expect(error?.issues).toMatchObject([{ path: [field], message: code }]);
});
