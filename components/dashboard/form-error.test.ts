import { expect, test } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { formErrorText } from './form-error.ts';

const en = translatorFor('en');

test('an error names its field, so that it can be read without it', () => {
  expect(formErrorText(en, { field: 'holderName', code: 'required' })).toBe('Enter the account holder’s name.');
  expect(formErrorText(en, { field: 'accountType', code: 'required' })).toBe('Choose the type of account.');
  expect(formErrorText(en, { field: 'title', code: 'tooLong', values: { max: 150 } })).toBe(
    'Shorten the title to at most 150\u00a0characters.',
  );
  expect(formErrorText(en, { field: 'cover_image_url', code: 'invalid' })).toContain(
    'the address of the cover picture',
  );
});

test('an error of its own keeps its text', () => {
  expect(formErrorText(en, { field: 'slug', code: 'addressTaken' })).toBe('Another cause uses this address.');
});

test.each(LOCALES)('in %s a missing value is asked for by name', (locale) => {
  const missing = (field: string) => formErrorText(translatorFor(locale), { field, code: 'required' });
  expect(missing('reason')).toMatch(/reason|motivo/);
  // Wherever a note is required it is the reason of a decision, and forms call it so.
  expect(missing('note')).toBe(missing('reason'));
  expect(missing('day')).toBe(missing('sent_on'));
});
