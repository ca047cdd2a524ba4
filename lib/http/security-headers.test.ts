import { expect, test } from 'vitest';
import { loadEnv } from '#lib/env.ts';
import { securityHeaders } from './security-headers.ts';

function policy(settings: Record<string, string>): Record<string, string> {
  const headers = securityHeaders(loadEnv(settings), 'abc', '/checkout');
  const directives = (headers['Content-Security-Policy'] ?? '').split('; ');
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

test.each([{}, { NODE_ENV: 'production' }, { NODE_ENV: 'test' }, { NODE_ENV: 'Development ' }])(
  'scripts and styles run with the nonce or from ourselves, never because they are on the page (%j)',
  (settings) => {
    const { 'script-src': scripts, 'style-src': styles, ...others } = policy(settings);
    expect(scripts).toMatch(/^'self' 'nonce-abc' https:/);
    expect(styles).toBe("'self' 'nonce-abc'");
    expect(JSON.stringify([scripts, others])).not.toContain('unsafe-');
  },
);

test('in development Next may evaluate code and style what it shows of errors; all else is as in production', () => {
  const production = policy({ NODE_ENV: 'production' });
  expect(policy({ NODE_ENV: 'development' })).toEqual({
    ...production,
    'script-src': `${production['script-src']} 'unsafe-eval'`,
    'style-src': "'self' 'unsafe-inline'",
  });
});
