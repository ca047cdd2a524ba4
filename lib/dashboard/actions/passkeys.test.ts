import { expect, test } from 'vitest';
import { formErrorOfIssue } from '../form-errors.ts';
import { resetPasskeysAction } from './passkeys.ts';

const errorsOf = (email: string) =>
  resetPasskeysAction.input.safeParse({ email, reason: 'Lost' }).error?.issues.map(formErrorOfIssue);

test('whoever resets passkeys is told that an address is missing, or how one is written', () => {
  for (const email of ['', '  ']) expect(errorsOf(email)).toEqual([{ field: 'email', code: 'required' }]);
  for (const email of ['ana', 'ana@example.org, bo@example.org', '\u200b'])
    expect(errorsOf(email)).toEqual([{ field: 'email', code: 'email' }]);
  expect(errorsOf('Ana <ana@example.org>')).toBeUndefined();
});
