import { expect, test } from 'vitest';
import { type FormSchema, OPTIONAL_REASON } from '../action.ts';
import { ACTIONS } from '../actions.ts';
import { formErrorOfIssue } from '../form-errors.ts';

/** Forms of actions with a text that says why, or what a bank called a transfer. */
const SAYING = ['reason', 'note', 'reference'].flatMap((field) =>
  ACTIONS.filter(({ input }) => field in shapeOf(input)).map(({ name, input }) => [name, field, input] as const),
);

function shapeOf(input: FormSchema): object {
  return 'shape' in input ? input.shape : input.in.shape;
}

/** What a form says of its other fields is left out. */
function errorsAt(input: (typeof SAYING)[number][2], field: string, typed: string) {
  const issues = input.safeParse({ [field]: typed }).error?.issues ?? [];
  return issues.map(formErrorOfIssue).filter((error) => error.field === field);
}

/** These may be left empty; whether the first needs one depends on the state that is chosen. */
const OPTIONAL = [
  'cause.change_state reason',
  'withdrawal.review reason',
  'withdrawal.request reason',
  'bank_account.verify note',
  'withdrawal.approve note',
  'withdrawal.start_sending note',
];

test('there are such forms', () => {
  expect(SAYING.length).toBeGreaterThan(25);
  expect(SAYING.map(([name, field]) => `${name} ${field}`)).toEqual(expect.arrayContaining(OPTIONAL));
});

test.each(SAYING)('%s: its %s is something that can be seen, of so many characters whatever they are', (...form) => {
  const [name, field, input] = form;
  const isOptional = OPTIONAL.includes(`${name} ${field}`);
  for (const invisible of ['', '  ', '\u200b', '\u3164 \u2800', '\u00ad\u2060'])
    expect(errorsAt(input, field, invisible)).toEqual(isOptional ? [] : [{ field, code: 'required' }]);
  const [tooLong] = errorsAt(input, field, '👍'.repeat(5000));
  const max = Number(tooLong?.values?.max);
  expect(tooLong).toEqual({ field, code: 'tooLong', values: { max } });
  expect(errorsAt(input, field, '👍'.repeat(max))).toEqual([]);
  expect(errorsAt(input, field, '👍'.repeat(max + 1))).toEqual([tooLong]);
});

test('an optional one that cannot be seen is none', () => {
  for (const invisible of ['', '  ', '\u200b', '\u3164 \u2800']) expect(OPTIONAL_REASON.parse(invisible)).toBe('');
  expect(OPTIONAL_REASON.parse(' Pipes ')).toBe('Pipes');
});
