import { expect, test } from 'vitest';
import { DomainError } from '#lib/problems/domain-error.ts';
import { asProblem } from './response.ts';

test('a refusal without a code of the API is answered as an unexpected error that reveals nothing', () => {
  const refusal = new DomainError('refund_stale');
  const { code, status, message, cause } = asProblem(refusal);
  expect([code, status, cause]).toEqual(['internal_error', 500, refusal]);
  expect(message).not.toContain(refusal.message);
});
