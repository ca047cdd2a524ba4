import { expect, test } from 'vitest';
import { KEY_NAME } from '#lib/clients/keys.ts';
import { CLIENT_FORM } from '#testing/client-form.ts';
import { formErrorOfIssue } from '../form-errors.ts';
import { createClientAction } from './clients.ts';

const parse = (typed: Partial<typeof CLIENT_FORM>) => createClientAction.input.safeParse({ ...CLIENT_FORM, ...typed });

test('a text of a client that is too long is told the limit', () => {
  const limits = { name: 120, display_name: 60, legal_name: 120, tax_id: 40, deductible_note: 300 };
  for (const [field, max] of Object.entries(limits)) {
    expect(parse({ [field]: ` ${'x'.repeat(max)} ` }).success).toBe(true);
    const errors = parse({ [field]: 'x'.repeat(max + 1) }).error?.issues.map(formErrorOfIssue);
    expect(errors).toEqual([{ field, code: 'tooLong', values: { max } }]);
  }
});

test('what is pasted into a form of a client is one line, and an address without what stands around it', () => {
  const typed = {
    name: 'Manos\tUnidas\u2028',
    display_name: 'Manos\tUnidas',
    legal_name: ' Manos Unidas,\tA.C.\r\n',
    contact_email: '\u202aana@manos.example\u202c',
    support_email: 'Ana Díaz <ayuda@manos.example>',
  };
  expect(parse(typed).data).toMatchObject({
    name: 'Manos Unidas',
    display_name: 'Manos Unidas',
    legal_name: 'Manos Unidas, A.C.',
    contact_email: 'ana@manos.example',
    support_email: 'ayuda@manos.example',
  });
  expect(KEY_NAME.parse('Server\t1')).toBe('Server 1');
});

test('a text of a client that is empty is none', () => {
  expect(parse({ tax_id: '  ' }).data).toMatchObject({ legal_name: null, tax_id: null, deductible_note: null });
});
