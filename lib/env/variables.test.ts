import { expect, test } from 'vitest';
import { EnvError, loadEnv } from '#lib/env.ts';

function problemsOf(source: Record<string, string>): string[] {
  try {
    loadEnv(source);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems;
  }
  return [];
}

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
    expect(problemsOf(set).sort()).toEqual(
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
  expect(problemsOf(set)).toEqual([]);
});
