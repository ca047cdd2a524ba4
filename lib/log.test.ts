import { expect, test } from 'vitest';
import { describeError, withoutSecrets } from './log.ts';

test.each([
  'sk_live_51Abc',
  'rk_test_51Abc',
  'pk_live_abc',
  'cause_live_0123456789abcdefghijABCDEFGHIJ01',
  'pi_123_secret_abc',
  'whsec_abc123',
  'APP_USR-123-456-abc__LA_LD__-789',
  'TEST-emulator-co',
  'donor@example.org',
  'josé@example.org',
  '4242424242424242',
  '4242 4242 4242 4242',
  '3782-822463-10005',
])('%s does not reach the log', (secret) => {
  const line = withoutSecrets(`could not use "${secret}" just now`);
  expect(line).toBe('could not use "[redacted]" just now');
});

test('ids, amounts and times stay readable', () => {
  const line = 'link chl_4fJx of 250000000000 COP at 2026-01-02T03:04:05.000Z: pi_123 is canceled';
  expect(withoutSecrets(line)).toBe(line);
});

test('a copy of an error, as the job queue hands it on, tells as much as the error', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', body: 'secret' });
  const { message, stack, code, body } = error;
  expect(describeError({ message, stack, code, body })).toEqual({ message, stack, code });
  expect(describeError(error)).toEqual({ name: 'Error', message, stack, code });
});

test('what is thrown that is no error reaches the log without its secrets', () => {
  expect(describeError('donor@example.org')).toEqual({ message: '[redacted]' });
  expect(describeError(undefined)).toEqual({ message: 'undefined' });
});
