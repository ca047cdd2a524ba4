import { expect, test } from 'vitest';
import { formErrorOfIssue } from '../form-errors.ts';
import { createClientAction } from './clients.ts';

const EMPTY = {
  name: 'Manos',
  fee_percent: '5',
  fee_model: 'all_inclusive',
  accent_color: '',
  display_name: '',
  logo_url: '',
  contact_email: '',
  legal_name: '',
  terms_url: '',
  privacy_url: '',
  support_email: '',
  tax_id: '',
  deductible: '',
  deductible_note: '',
};
const parse = (typed: Partial<typeof EMPTY>) => createClientAction.input.safeParse({ ...EMPTY, ...typed });

test('a text of a client that is too long is told the limit', () => {
  const limits = { name: 120, display_name: 60, legal_name: 120, tax_id: 40, deductible_note: 300 };
  for (const [field, max] of Object.entries(limits)) {
    expect(parse({ [field]: ` ${'x'.repeat(max)} ` }).success).toBe(true);
    const errors = parse({ [field]: 'x'.repeat(max + 1) }).error?.issues.map(formErrorOfIssue);
    expect(errors).toEqual([{ field, code: 'tooLong', values: { max } }]);
  }
});

test('a text of a client that is empty is none', () => {
  expect(parse({ tax_id: '  ' }).data).toMatchObject({ legal_name: null, tax_id: null, deductible_note: null });
});
