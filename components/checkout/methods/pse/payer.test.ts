import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { psePayer } from '#lib/rails/mercado-pago-pse/payer.ts';
import { checkPayer } from './check-payer.ts';
import { keepDraft, readDraft } from './draft.ts';
import { faultText, isPayerFault } from './fault-text.ts';
import { forgetDraft } from './forget-draft.ts';
import { NOBODY, PAYER_FIELDS, type PsePayer, tidy, withPersonType } from './payer.ts';
import { serverFaults } from './use-payer.ts';

const ROSA: PsePayer = {
  ...NOBODY,
  bank: '1007',
  document_number: '1.020.304.050',
  first_name: 'Rosa María',
  last_name: 'Díaz Núñez',
  phone: '+57 301 234 5678',
  street_name: 'Calle 93',
  street_number: '11-27',
  neighborhood: 'Chicó',
  city: 'Bogotá',
  zip_code: '11022',
};

/** What the server says of the same payer, by field. */
function serverSays(payer: PsePayer): Record<string, string> {
  const result = psePayer.safeParse({ ...tidy(payer), email: 'rosa@example.org' });
  return Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
}

/** A postal code that is too long is no five digits either: one word for both. */
function wordFor(field: string, word: string | undefined): string | undefined {
  return field === 'zip_code' && word !== undefined && word !== 'required' ? 'zip_code' : word;
}

describe('the form of a bank transfer', () => {
  it('takes what people write: documents with points, phones with a prefix and spaces', () => {
    expect(checkPayer(ROSA)).toEqual({});
    expect(tidy(ROSA)).toMatchObject({ document_number: '1020304050', phone: '3012345678' });
    expect(serverSays(ROSA)).toEqual({});
  });

  it('says of an empty form what is missing, field by field, and so does the server', () => {
    const faults = checkPayer(NOBODY);
    expect(Object.keys(faults)).toHaveLength(PAYER_FIELDS.length - 2);
    expect(serverSays({ ...NOBODY })).toEqual(faults);
  });

  it('refuses exactly what the server refuses, with the same reason', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 34, unit: 'grapheme' }),
      fc.stringMatching(/^[ \d.+()-]{0,22}$/),
      fc.constantFrom('', ' ', '11022', '3012345678', '1\u0007', 'x'.repeat(33), '\u{1F600}'.repeat(18)),
    );
    const fields = PAYER_FIELDS.filter((field) => !['person_type', 'document_type'].includes(field));
    fc.assert(
      fc.property(fc.constantFrom(...fields), text, (field, value) => {
        const payer = { ...ROSA, [field]: value };
        const [here, there] = [checkPayer(payer)[field], wordFor(field, serverSays(payer)[field])];
        // The one difference: a card number typed by mistake is not sent anywhere.
        if (here === 'card_number' || field === 'bank') return;
        expect([field, value, here]).toEqual([field, value, there]);
      }),
      { numRuns: 2000 },
    );
  });

  it('sends no card number that was typed into a field of text', () => {
    expect(checkPayer({ ...ROSA, last_name: '4242 4242 4242 4242' })).toEqual({ last_name: 'card_number' });
  });

  it('asks an organisation for its tax number, and a person for a document of persons', () => {
    const company = withPersonType(ROSA, 'association');
    expect(company).toMatchObject({ person_type: 'association', document_type: 'NIT' });
    expect(withPersonType(company, 'individual').document_type).toBe('CC');
    expect(withPersonType({ ...ROSA, document_type: 'PAS' }, 'individual').document_type).toBe('PAS');
  });

  it('has words for every reason, in every language', () => {
    for (const t of LOCALES.map(translatorFor))
      for (const field of PAYER_FIELDS)
        for (const fault of ['required', 'too_long', 'invalid', 'phone', 'zip_code', 'card_number'] as const)
          expect(faultText(t, field, fault)).not.toBe('');
  });

  it('puts what the server refuses at the fields, and nothing else there', () => {
    const messages = { 'payer.phone': 'phone', 'payer.city': 'a word we do not know', payer: 'refused' };
    expect(serverFaults(messages)).toEqual({ phone: 'phone', city: 'invalid' });
    expect(isPayerFault('refused')).toBe(false);
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

  it('is all but the number of the document, and of one link only', () => {
    keepDraft('chl_1', ROSA);
    expect([...kept.values()].join()).not.toContain('1.020.304.050');
    expect(readDraft('chl_1')).toEqual({ ...ROSA, document_number: '' });
    expect(readDraft('chl_2')).toEqual(NOBODY);
  });

  it('is gone once the donation is there', () => {
    keepDraft('chl_1', ROSA);
    forgetDraft('chl_1');
    expect(kept.size).toBe(0);
  });

  it('is not believed where it is not what was kept', () => {
    for (const odd of ['{', 'null', '[]', '{"person_type":"dog","document_type":"XX","city":7}']) {
      kept.set('payer:chl_1', odd);
      expect(readDraft('chl_1')).toEqual(NOBODY);
    }
  });
});
