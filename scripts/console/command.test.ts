import { expect, test } from 'vitest';
import { EnvError } from '#lib/env.ts';
import { lineOf, UsageError } from './command.ts';

/** As the database client writes it: the code that asked, and what the database said. */
function clientError(said: string, code?: string): Error {
  const message = `\nInvalid \`tx.cause.update()\` invocation in\n/srv/lib/causes/override.ts:1:2\n\n  1 const a\n→ 2 tx\n${said}`;
  return Object.assign(new Error(message), { name: 'PrismaClientKnownRequestError', code });
}

const AWAY = /^The database cannot be reached, or did not answer in time\. /;

test.each<[unknown, string | RegExp]>([
  [new UsageError('--id is missing.'), '--id is missing.'],
  [
    new EnvError(['PORT must be a number.', 'REDIS_URL must be an address.']),
    /^The environment is not usable: .*PORT.* REDIS/,
  ],
  [clientError("Can't reach database server at db", 'P1001'), AWAY],
  [Object.assign(new AggregateError([new Error('connect')]), { code: 'ECONNREFUSED' }), AWAY],
  // What says more is kept, whatever caused it.
  [
    new Error('DATABASE_URL must lead to a database.', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
    'DATABASE_URL must lead to a database.',
  ],
  [clientError('Inconsistent column data'), 'Inconsistent column data'],
  [new AggregateError([]), 'AggregateError'],
  ['gone', 'gone'],
])('%s is one line without code', (error, line) => {
  expect(lineOf(error)).toMatch(line);
  expect(lineOf(error)).not.toMatch(/\n|\.ts|prisma/i);
});

test.each([
  ['--id: there is no key a\nb.', '--id: there is no key a b.'],
  ['--id: there is no key \u001b[31mred\u202e.', '--id: there is no key  [31mred.'],
  [`--id: there is no key cause_live_${'a1'.repeat(16)}.`, '--id: there is no key [redacted].'],
  [`--id: there is no key ${'é'.repeat(50_000)}.`, `--id: there is no key ${'é'.repeat(300)}…`],
  [`--id: there is no key key_${'a'.repeat(24)}.`, `--id: there is no key key_${'a'.repeat(24)}.`],
])('what was typed is repeated in one short line, and a key is not: %j', (message, line) => {
  expect(lineOf(new UsageError(message))).toBe(line);
});
