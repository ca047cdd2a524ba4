import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { psePayer } from '#lib/rails/mercado-pago-pse/payer.ts';
import { runs } from '#testing/runs.ts';
import { readDraft, storeDraft } from './draft.ts';
import { forgetDraft } from './forget-draft.ts';
import {
  checkPayer,
  EMPTY_PAYER,
  normalizePayer,
  PAYER_FIELDS,
  PERSONAL_DOCUMENTS,
  type PsePayer,
  splitStreet,
} from './payer.ts';
import { isPayerError, payerErrorText } from './payer-error-text.ts';
import { serverErrors } from './use-payer.ts';

const ROSA: PsePayer = {
  ...EMPTY_PAYER,
  bank: '1007',
  document_number: '1.020.304.050',
  first_name: 'Rosa María',
  last_name: 'Díaz Núñez',
  phone: '+57 301 234 5678',
  street: 'Calle 93 # 11-27',
  neighborhood: 'Chicó',
  city: 'Bogotá',
  zip_code: '11022',
};

/** The server's errors for the same payer, by field. */
function serverCheck(payer: PsePayer): Record<string, string> {
  const result = psePayer.safeParse({ ...normalizePayer(payer), email: 'rosa@example.org' });
  return serverErrors(
    Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [`payer.${path.join('.')}`, message])),
  );
}

/** A postal code that is too long is no five digits either: one code for both. */
function codeFor(field: string, code: string | undefined): string | undefined {
  return field === 'zip_code' && code !== undefined && code !== 'required' ? 'zip_code' : code;
}

describe('the form of a bank transfer', () => {
  it('takes what people write: documents with points, phones with a prefix and spaces', () => {
    expect(checkPayer(ROSA)).toEqual({});
    expect(normalizePayer(ROSA)).toMatchObject({ document_number: '1020304050', phone: '3012345678' });
    for (const phone of ['301.234.5678', '57 301 2345678', '0057-301-2345678', '(+57) 301/234/5678'])
      expect(normalizePayer({ ...ROSA, phone }).phone).toBe('3012345678');
    expect(serverCheck(ROSA)).toEqual({});
    for (const zip_code of [' 11022', '11 022', '110\u00a022'])
      expect(normalizePayer({ ...ROSA, zip_code }).zip_code).toBe('11022');
    // A postal code of Colombia has six digits, and browsers fill in all of them. The gateway takes the first five.
    expect(normalizePayer({ ...ROSA, zip_code: '110221' }).zip_code).toBe('11022');
    expect(checkPayer({ ...ROSA, zip_code: '110 221' })).toEqual({});
    expect(checkPayer({ ...ROSA, zip_code: '1102211' })).toEqual({ zip_code: 'zip_code' });
  });

  it('sends the beginning of a city or a neighborhood whose name is longer than the gateway takes', () => {
    const payer = { ...ROSA, city: 'Cartagena de Indias', neighborhood: ' Urbanización La   Castellana ' };
    expect(normalizePayer(payer)).toMatchObject({ city: 'Cartagena de India', neighborhood: 'Urbanización La' });
    expect(checkPayer(payer)).toEqual({});
    expect(serverCheck(payer)).toEqual({});
    // A card number is longer than what is sent of a city.
    for (const field of ['city', 'neighborhood'] as const)
      expect(checkPayer({ ...ROSA, [field]: '4242 4242 4242 4242' })).toEqual({ [field]: 'card_number' });
  });

  it.each([
    ['CC', "1'020.304.050", '1020304050'],
    ['CC', '1’020.304.050', '1020304050'],
    ['CC', '1,020,304,050', '1020304050'],
    ['CC', '\u202a1020304050\u202c', '1020304050'],
    ['CC', 'C.C. 1.020.304.050', '1020304050'],
    ['CE', 'ce: 123456', '123456'],
    ['NIT', 'NIT 900.123.456-7', '900123456-7'],
    ['PAS', 'CC123456', 'CC123456'],
  ] as const)('sends the number of a %s that is written %s as %s', (document_type, document_number, sent) => {
    const payer = { ...ROSA, document_type, document_number };
    expect(normalizePayer(payer).document_number).toBe(sent);
    expect(checkPayer(payer)).toEqual({});
    expect(serverCheck(payer)).toEqual({});
  });

  it('finds what an empty form lacks, field by field, as the server does', () => {
    const errors = checkPayer(EMPTY_PAYER);
    expect(Object.keys(errors)).toHaveLength(PAYER_FIELDS.length - 2);
    expect(serverCheck({ ...EMPTY_PAYER })).toEqual(errors);
  });

  it('refuses exactly what the server refuses, with the same reason', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 34, unit: 'grapheme' }),
      fc.stringMatching(/^[ \d.+()-]{0,22}$/),
      fc.constantFrom('', ' ', '11022', '3012345678', '1\u0007', 'x'.repeat(33), '\u{1F600}'.repeat(18)),
    );
    const chosen = ['person_type', 'document_type', 'street'];
    const fields = PAYER_FIELDS.filter((field) => !chosen.includes(field));
    fc.assert(
      fc.property(fc.constantFrom(...fields), text, (field, value) => {
        const payer = { ...ROSA, [field]: value };
        const [here, there] = [checkPayer(payer)[field], codeFor(field, serverCheck(payer)[field])];
        // The one difference: a card number typed by mistake is not sent anywhere.
        if (here === 'card_number' || field === 'bank') return;
        expect([field, value, here]).toEqual([field, value, there]);
      }),
      { numRuns: runs(500, 2000) },
    );
  });

  it.each([
    ['Calle 93 # 11-27', 'Calle 93', '11-27'],
    ['Calle 93 #11 - 27', 'Calle 93', '11-27'],
    ['Cra 7 No. 72-41', 'Cra 7', '72-41'],
    ['Cra 7 nº72-41', 'Cra 7', '72-41'],
    ['Carrera 15 # 93A-75', 'Carrera 15 # 93A', '75'],
    ['Vereda El Salado S/N', 'Vereda El Salado', 'S/N'],
    ['Camino Norte 5', 'Camino Norte', '5'],
    ['Mz 5 Casa 3', 'Mz 5 Casa', '3'],
    ['Calle 93 # 11-27 Apto 502', 'Calle 93', '11-27'],
    ['Calle 127 # 15A-20, Torre 3, apartamento 1204', 'Calle 127 # 15A', '20'],
    ['Cra. 7 No. 72-41 (Edificio Los Álamos) Oficina 301', 'Cra. 7', '72-41'],
    ['Avenida Carrera 68 # 75A-50', 'Av Cr 68 # 75A', '50'],
    ['Transversal 23 Bis Sur # 97-73 interior 2', 'Tv 23 Bis Sur', '97-73'],
    ['Calle 93 # 11-27 Apto502', 'Calle 93', '11-27'],
    ['Calle 100 # 19A-30 Consultorio 402', 'Calle 100 # 19A', '30'],
    ['Calle 12 N° 5-43 Barrio Centro', 'Calle 12', '5-43'],
    ['Calle 45 # 12-34 Sur', 'Cl 45 12', '34 S'],
    ['Avenida Caracas # 63-80 Oeste Torre 2', 'Av Caracas 63', '80 O'],
    ['Av. El Dorado No. 68C-61 Of 301', 'Av. El Dorado 68C', '61'],
  ])('takes "%s" apart as the gateway wants it', (street, street_name, street_number) => {
    expect(splitStreet(street)).toEqual({ street_name, street_number });
    expect(checkPayer({ ...ROSA, street })).toEqual({});
    expect(serverCheck({ ...ROSA, street })).toEqual({});
  });

  it('says what an address lacks that cannot be taken apart', () => {
    expect(checkPayer({ ...ROSA, street: 'Vereda El Salado' })).toEqual({ street: 'street' });
    expect(checkPayer({ ...ROSA, street: 'Avenida de las Américas occidental 123' })).toEqual({
      street: 'too_long',
    });
    const advice = LOCALES.map((locale) => payerErrorText(translatorFor(locale), 'street', 'too_long'));
    expect(advice.map((text) => /abbreviate|abrevia|abrevie/.test(text))).toEqual([true, true, true]);
  });

  it('never sends a street that the server refuses', () => {
    const street = fc.oneof(
      fc.stringMatching(
        /^[a-zñ]{1,12}( \d{1,3})?( ?(#|No\.|nº) ?\d{1,3}[A-C]?( ?- ?\d{1,2})?)?( [a-z]{1,5} \d{1,3})?$/,
      ),
      fc.string({ maxLength: 30, unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(street, (typed) => {
        const payer = { ...ROSA, street: typed };
        if (checkPayer(payer).street === undefined) expect(serverCheck(payer)).toEqual({});
      }),
      { numRuns: runs(500, 2000) },
    );
  });

  it('sends no card number that was typed into a field of text', () => {
    expect(checkPayer({ ...ROSA, last_name: '4242 4242 4242 4242' })).toEqual({ last_name: 'card_number' });
  });

  it('asks an organisation for its tax number, and a person for a document of persons', () => {
    for (const document_type of PERSONAL_DOCUMENTS) {
      const person: PsePayer = { ...ROSA, document_type };
      const company: PsePayer = { ...person, person_type: 'association' };
      expect(normalizePayer(company).document_type).toBe('NIT');
      // Who changes their mind finds the document chosen before.
      expect(normalizePayer({ ...company, person_type: 'individual' }).document_type).toBe(document_type);
    }
  });

  it('has a text for every error, in every language', () => {
    for (const t of LOCALES.map(translatorFor))
      for (const field of PAYER_FIELDS)
        for (const error of ['required', 'too_long', 'invalid', 'phone', 'zip_code', 'street', 'card_number'] as const)
          expect(payerErrorText(t, field, error)).not.toBe('');
  });

  it('shows errors of the server at their fields, and no others', () => {
    const messages = { 'payer.phone': 'phone', 'payer.city': 'a word we do not know', payer: 'refused' };
    expect(serverErrors(messages)).toEqual({ phone: 'phone', city: 'invalid' });
    expect(isPayerError('refused')).toBe(false);
  });
});

describe('what stays in the tab', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    return () => vi.unstubAllGlobals();
  });

  it('is all that was typed and the step, and of one link only', () => {
    storeDraft('chl_1', { payer: ROSA, step: 2 });
    expect(readDraft('chl_1')).toEqual({ payer: ROSA, step: 2 });
    expect(readDraft('chl_2')).toEqual({ payer: EMPTY_PAYER, step: 0 });
  });

  it('is gone once the donation is there', () => {
    storeDraft('chl_1', { payer: ROSA, step: 0 });
    forgetDraft('chl_1');
    expect(kept.size).toBe(0);
  });

  it('is ignored where it is not what was stored', () => {
    for (const odd of ['{', 'null', '[]', '{"person_type":"dog","document_type":"XX","city":7}']) {
      kept.set('payer:chl_1', odd);
      expect(readDraft('chl_1')).toEqual({ payer: EMPTY_PAYER, step: 0 });
    }
  });
});
