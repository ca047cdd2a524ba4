import { expect, test } from 'vitest';
import { formErrorOfIssue } from '../form-errors.ts';
import { rotateKeyAction } from './keys.ts';

const parse = (hours: string) => rotateKeyAction.input.safeParse({ hours });

test('where no overlap was chosen, no key is replaced: it would be none, which ends the old key at once', () => {
  expect(parse('').error?.issues.map(formErrorOfIssue)).toEqual([{ field: 'hours', code: 'required' }]);
  for (const wrong of [' ', 'soon', '1.5', '-1', '721']) expect([wrong, parse(wrong).success]).toEqual([wrong, false]);
  expect(['0', '24', '720'].map((hours) => parse(hours).data)).toEqual([{ hours: 0 }, { hours: 24 }, { hours: 720 }]);
});

test('a wrong number of hours is neither missing nor told as one of characters', () => {
  for (const hours of ['-1', '721', '1.5', '1e9', 'soon'])
    expect(parse(hours).error?.issues.map(formErrorOfIssue)).toEqual([{ field: 'hours', code: 'invalid' }]);
});
