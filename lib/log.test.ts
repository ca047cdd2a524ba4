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

test.each([
  ['a@b@c', '[redacted]'],
  ['mailto:donor@example.org?subject=x', '[redacted]'],
  ['cause_live_0123-donor@example.org', '[redacted]'],
  ['4242 4242 4242 4242@example.org', '[redacted]'],
  ['@scope/package', '@scope/package'],
  ['node_modules/@scope/package', '[redacted]'],
])('%s becomes %s', (text, kept) => {
  expect(withoutSecrets(text)).toBe(kept);
});

// Read once for every letter of it, such a text would take minutes: everything else would wait for a line of the log.
test.each([
  'a',
  '@',
  '4',
  '4 ',
  '4-',
  'pi_',
  'pi_a_secret',
  'TEST-',
  'TESTx',
  'sk_live',
  'a@',
  'a.',
  '\\',
  '"',
])('a text of nothing but %j, however long, is read through', (piece) => {
  const text = piece.repeat(300_000 / piece.length);
  expect(withoutSecrets(text).length).toBeLessThanOrEqual(text.length);
});

test('what is kept of an error is no longer than somebody would read, and is cut after its secrets are out', () => {
  const { message, stack } = describeError({
    message: `${'x '.repeat(3998)}donor@example.org`,
    stack: 'y'.repeat(1e6),
  });
  expect(message).toBe(`${'x '.repeat(3998)}[red… (8006 characters)`);
  expect(stack).toBe(`${'y'.repeat(8000)}… (1000000 characters)`);
  expect(describeError('z'.repeat(9000))).toEqual({ message: `${'z'.repeat(8000)}… (9000 characters)` });
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
