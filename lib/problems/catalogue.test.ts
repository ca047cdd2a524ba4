import { expect, test } from 'vitest';
import { PROBLEM_CODES, PROBLEMS, problemPath } from './catalogue.ts';
import { DomainError, isDomainError } from './domain-error.ts';
import { isProblem, Problem, validationFailed } from './problem.ts';
import { REFUSALS } from './refusals.ts';

test('the codes of specification 7, each with its status', () => {
  expect(Object.fromEntries(PROBLEM_CODES.map((code) => [code, PROBLEMS[code].status]))).toEqual({
    unauthorized: 401,
    forbidden: 403,
    insufficient_permissions: 403,
    validation_failed: 400,
    unsupported_media_type: 415,
    idempotency_key_reused: 422,
    idempotency_key_in_progress: 409,
    rate_limit_exceeded: 429,
    not_found: 404,
    cause_not_found: 404,
    checkout_link_not_found: 404,
    checkout_link_not_payable: 409,
    owner_not_found: 422,
    cause_not_accepting_payments: 422,
    currency_not_supported: 422,
    fee_percent_not_permitted: 403,
    fee_model_not_permitted: 403,
    not_implemented: 501,
    internal_error: 500,
  });
});

test('every code has a title, a meaning, a way to fix it and a page of its own', () => {
  for (const code of PROBLEM_CODES)
    for (const text of Object.values(PROBLEMS[code]).slice(1)) expect(text).toMatch(/\S{2}/);
  expect(new Set(PROBLEM_CODES.map((code) => PROBLEMS[code].title)).size).toBe(PROBLEM_CODES.length);
  expect(problemPath('cause_not_found')).toBe('/docs/errors/cause_not_found');
});

test('refusals of the dashboard have no code of the API, and are no problems', () => {
  expect(Object.keys(REFUSALS).filter((code) => Object.hasOwn(PROBLEMS, code))).toEqual([]);
  const refusal = new DomainError('refund_stale');
  expect([isDomainError(refusal), isProblem(refusal)]).toEqual([true, false]);
  expect(isDomainError(new Problem('not_found', 'Nothing here.'))).toBe(true);
});

test('a problem is recognised by its mark, not by its class', () => {
  expect(isProblem(new Problem('not_found', 'Nothing here.'))).toBe(true);
  expect(isProblem({ [Symbol.for('fundraising.problem')]: true })).toBe(true);
  for (const other of [new Error('x'), null, undefined, 'problem', { code: 'not_found' }])
    expect(isProblem(other)).toBe(false);
});

test('the detail of invalid fields names each once', () => {
  const twice = [
    { field: 'amount', message: 'is wrong' },
    { field: 'amount', message: 'is odd' },
    { field: 'goal.currency', message: 'is unknown' },
  ];
  expect(validationFailed(twice).message).toBe('Not valid: amount, goal.currency.');
  expect(validationFailed([{ field: '', message: 'The body must not be empty.' }]).message).toBe(
    'The body must not be empty.',
  );
});

test('the detail of more errors than are named says how many', () => {
  const invalid = (count: number) =>
    validationFailed(Array.from({ length: count }, (_, place) => ({ field: `f${place}`, message: 'is wrong' })));
  expect(invalid(100).message).toMatch(/, f99\.$/);
  expect(invalid(101).message).toMatch(/, f99, and 1 more error\.$/);
  expect(invalid(312).message).toMatch(/, f99, and 212 more errors\.$/);
  expect(invalid(312).errors).toHaveLength(100);
});
