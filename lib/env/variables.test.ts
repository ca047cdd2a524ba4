import { expect, test } from 'vitest';
import { envProblems } from '#testing/env-problems.ts';

test.each(['.', '-', '..', '_', '.example.org', 'give..example.org', '-give.example.org', 'give-.example.org'])(
  'no address has the host %s',
  (host) => {
    const given = {
      PUBLIC_BASE_URL: ['http', 'https://give.example.org'],
      SANDBOX_BASE_URL: ['https', 'https://give.example.org'],
      TERMS_URL: ['https', 'https://give.example.org'],
      OTEL_EXPORTER_OTLP_ENDPOINT: ['http', 'http://localhost:4318'],
      DATABASE_URL: ['postgresql', 'postgresql://user:password@host:5432/name'],
      REDIS_URL: ['redis', 'redis://host:6379'],
      SMTP_URL: ['smtp', 'smtp://host:25'],
    };
    const set = Object.fromEntries(Object.entries(given).map(([name, [scheme]]) => [name, `${scheme}://${host}`]));
    expect(envProblems(set).sort()).toEqual(
      Object.entries(given)
        .map(([name, [, example]]) => `${name} must be an address such as ${example}, with a host that can exist.`)
        .sort(),
    );
  },
);

test.each([
  'localhost',
  'give.example.org',
  'give.example.org.',
  'xn--bcher-kva.ch',
  'bücher.example.org',
  'my_app-1',
  '192.0.2.1',
  '[::]',
  '[2001:db8::1]:3000',
])('an address can have the host %s', (host) => {
  const set = { PUBLIC_BASE_URL: `http://${host}`, REDIS_URL: `redis://${host}`, SMTP_URL: `smtp://${host}` };
  expect(envProblems(set)).toEqual([]);
});

test('a database is reached by the folder of its socket, whatever that is called', () => {
  for (const host of ['%2Fvar%2Frun%2Fpostgresql', '%2ftmp%2f-.-'])
    expect(envProblems({ DATABASE_URL: `postgresql://${host}/app` })).toEqual([]);
  expect(envProblems({ DATABASE_URL: 'postgresql:///app?host=/var/run/postgresql' })).toEqual([]);
});

test.each([
  ['host:6379', 'be an address such as redis://host:6379'],
  ['http://host:6379', 'be an address such as redis://host:6379'],
  ['redis://:100%@host', 'have a user and a password whose special characters are percent-encoded'],
  ['rediss://%zz:secret@host', 'have a user and a password whose special characters are percent-encoded'],
  ['redis://host:6379/limits', 'have no path but the number of a database, such as /0'],
])('Redis is not reached at %s', (url, reason) => {
  expect(envProblems({ REDIS_URL: url })).toEqual([`REDIS_URL must ${reason}.`]);
});

test.each(['redis://host', 'redis://host/', 'redis://:100%25@host:6379/2?family=6', 'rediss://us:er@[::1]:6379'])(
  'Redis is reached at %s',
  (url) => {
    expect(envProblems({ REDIS_URL: url })).toEqual([]);
  },
);

test.each(['SERVICE_NAME', 'TERMS_VERSION', 'PAYOUT_NAME', 'OTEL_SERVICE_NAME'])(
  '%s is something that can be seen',
  (name) => {
    for (const text of ['\u200b', '\u2060\u00ad', '\u3164', '\u2800', ' '])
      expect(envProblems({ [name]: text })).toEqual([`${name} must have a visible character.`]);
    expect(envProblems({ [name]: '\u200bCasa Ñandú\u200b' })).toEqual([]);
  },
);

test('the name that mail comes from can be seen, if there is one', () => {
  for (const name of ['\u200b', '"\u2060\u00ad"'])
    expect(envProblems({ MAIL_FROM: `${name} <d@example.org>` })).toEqual([
      'MAIL_FROM must have a name with a visible character, or none.',
    ]);
  for (const sender of ['d@example.org', '<d@example.org>', '"" <d@example.org>', '"Casa" <d@example.org>'])
    expect(envProblems({ MAIL_FROM: sender })).toEqual([]);
});

test('what a variable has is not repeated where it may be a secret of another one, or would be no line', () => {
  const values = [
    'postgresql://us:hunter2@db.example.org/give',
    'sk_live_hunter2hunter2',
    `${'hunter2'.repeat(10)}`,
    // The shortest AUTH_SECRET, and a DATA_ENCRYPTION_KEY.
    'hunter2h'.repeat(4),
    `${'hunter2/'.repeat(5)}h+2`,
    'hunter2\nhunter2',
    'hunter2\u001b[31m',
    'hunter2\u202e',
  ];
  for (const value of values) {
    const names = ['PORT', 'LOG_LEVEL', 'EMULATORS', 'TRUSTED_PROXIES', 'WITHDRAWAL_DAILY_LIMIT', 'PROCESSES'];
    const problems = envProblems(Object.fromEntries(names.map((name) => [name, value])));
    expect(problems).toHaveLength(names.length);
    for (const problem of problems) expect(problem).toMatch(/^[A-Z_0-9]+ must be [\w ,=]+\.$/);
  }
  expect(envProblems({ TRUSTED_PROXIES: '2001:db8::1/129' })[0]).toContain('which "2001:db8::1/129" is not');
});
