import { afterEach, expect, test, vi } from 'vitest';
import { HANDLERS } from './handlers.ts';
import { performJobs } from './perform.ts';

afterEach(() => vi.restoreAllMocks());

const fetched = (...ids: string[]) => ids.map((id) => ({ id: `job-${id}`, data: { id } }));

test('a job that fails is retried, and the rest of its batch succeeds', async () => {
  vi.spyOn(HANDLERS, 'deliver_email').mockImplementation(async (id) => {
    if (id === 'refused') throw new RangeError('donor@example.org is not a mailbox');
  });
  expect(await performJobs('deliver_email', fetched('first', 'refused', 'last'))).toEqual([
    { id: 'job-first', status: 'completed' },
    { id: 'job-refused', status: 'failed', output: { error: 'RangeError' } },
    { id: 'job-last', status: 'completed' },
  ]);
});

test('a job that waits for its gateway does not delay the rest of its batch', async () => {
  const lastIsDone = Promise.withResolvers<void>();
  vi.spyOn(HANDLERS, 'check_payment').mockImplementation((id) =>
    id === 'last' ? Promise.resolve(lastIsDone.resolve()) : lastIsDone.promise,
  );
  const outcomes = await performJobs('check_payment', fetched('first', 'last'));
  expect(outcomes.map(({ status }) => status)).toEqual(['completed', 'completed']);
});
