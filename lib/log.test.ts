import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
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
])('%s is not logged', (secret) => {
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

// A quadratic pattern would take minutes for such a text, and block everything else.
test.each(['a', '@', '4', '4 ', '4-', 'pi_', 'pi_a_secret', 'TEST-', 'TESTx', 'sk_live', 'a@', 'a.', '\\', '"'])(
  'a text of nothing but %j, of any length, is redacted in linear time',
  (piece) => {
    const text = piece.repeat(300_000 / piece.length);
    expect(withoutSecrets(text).length).toBeLessThanOrEqual(text.length);
  },
);

test('a logged error is shortened after its secrets are removed', () => {
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

test('a copy of an error, as the job queue passes it on, is logged like the error', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', body: 'secret' });
  const { message, stack, code, body } = error;
  expect(describeError({ message, stack, code, body })).toEqual({ message, stack, code });
  expect(describeError(error)).toEqual({ name: 'Error', message, stack, code });
});

test('a thrown value that is not an error is logged without its secrets', () => {
  expect(describeError('donor@example.org')).toEqual({ message: '[redacted]' });
  expect(describeError(undefined)).toEqual({ message: 'undefined' });
});

test('what packages print, and warnings of Node.js, are lines of the log without secrets', async () => {
  const script = `
    import { logConsole } from ${JSON.stringify(resolve('lib/log.ts'))};
    logConsole();
    console.error('\\n ⨯', new TypeError('broken by donor@example.org'));
    console.warn('two\\nlines of %s', 'sk_live_51Abc');
    console.assert(true, 'nothing');
    process.emitWarning('old call', 'DeprecationWarning');
  `;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect(child.stderr).toBe('');
  const lines = child.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { level: 50, msg: '⨯', err: { name: 'TypeError', message: 'broken by [redacted]' } },
    { level: 40, msg: 'two\nlines of [redacted]' },
    { level: 40, err: { name: 'DeprecationWarning', message: 'old call' } },
  ]);
});
