import { expect, test } from 'vitest';
import { loadEnv } from '#lib/env.ts';
import { dataHeaders } from './response.ts';
import { isDataPath } from './routes.ts';
import { errorPagePolicy, securityHeaders } from './security-headers.ts';

/** Pages of every kind except those with a payment form. */
const ELSEWHERE = [
  '/',
  '/docs',
  '/c/a-cause',
  '/receipt/r',
  '/verify/p/s',
  '/sign-in',
  '/dashboard/staff',
  '/checkouts',
];

/** What every page has, written out: `script-src`, `style-src` and what differs are below. */
const COMMON_POLICY = {
  'default-src': "'self'",
  'img-src': "'self' https: data:",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'object-src': "'none'",
};
const COMMON_HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};
const NO_SENSORS = 'camera=(), microphone=(), geolocation=(), payment=';
const ELSEWHERE_POLICY = {
  'connect-src': "'self'",
  'frame-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

/** Every kind of page, with the headers and directives that differ. */
test.each([
  ['/checkout', 'same-origin-allow-popups', 'no-referrer', null],
  ['/checkout/return', 'same-origin-allow-popups', 'no-referrer', null],
  ['/', 'same-origin-allow-popups', 'no-referrer', ELSEWHERE_POLICY],
  ['/c/a-cause', 'same-origin-allow-popups', 'no-referrer', ELSEWHERE_POLICY],
  ['/docs', 'same-origin-allow-popups', 'no-referrer', ELSEWHERE_POLICY],
  ['/receipt/r', 'same-origin-allow-popups', 'no-referrer', ELSEWHERE_POLICY],
  ['/verify/p/s', 'same-origin-allow-popups', 'no-referrer', ELSEWHERE_POLICY],
  ['/nothing-here', 'same-origin-allow-popups', 'no-referrer', ELSEWHERE_POLICY],
  ['/sign-in', 'same-origin', 'same-origin', ELSEWHERE_POLICY],
  ['/dashboard', 'same-origin', 'same-origin', ELSEWHERE_POLICY],
  ['/dashboard/staff/payments', 'same-origin', 'same-origin', ELSEWHERE_POLICY],
])('%s has every security header, whole', (path, opener, referrer, elsewhere) => {
  const {
    'Content-Security-Policy': _policy,
    'Permissions-Policy': permissions = '',
    ...headers
  } = securityHeaders(loadEnv({ PUBLIC_BASE_URL: 'https://give.example' }), 'abc', path);
  expect(headers).toEqual({
    ...COMMON_HEADERS,
    'Cross-Origin-Opener-Policy': opener,
    'Referrer-Policy': referrer,
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  });
  expect(permissions.startsWith(`${NO_SENSORS}(`)).toBe(true);
  const { 'script-src': scripts, 'style-src': _styles, ...directives } = policy({}, path);
  if (elsewhere) {
    expect(directives).toEqual({ ...COMMON_POLICY, ...elsewhere });
    expect([scripts, permissions]).toEqual(["'self' 'nonce-abc' 'strict-dynamic'", `${NO_SENSORS}()`]);
  } else {
    const emulator = new URL(loadEnv({}).stripe.jsUrl ?? '').origin;
    expect(directives).toEqual({
      ...COMMON_POLICY,
      'connect-src': `'self' https://api.stripe.com https://js.stripe.com ${emulator}`,
      'frame-src': `https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com ${emulator}`,
    });
    expect(scripts).toBe(
      `'self' 'nonce-abc' 'strict-dynamic' https://js.stripe.com https://*.js.stripe.com ${emulator}`,
    );
  }
});

function policy(settings: Record<string, string>, path = '/checkout'): Record<string, string> {
  const headers = securityHeaders(loadEnv(settings), 'abc', path);
  const directives = (headers['Content-Security-Policy'] ?? '').split('; ');
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

test.each([{}, { NODE_ENV: 'production' }, { NODE_ENV: 'test' }, { NODE_ENV: 'Development ' }])(
  'scripts and styles run with the nonce or from our origin, never because they are inline (%j)',
  (settings) => {
    for (const path of ['/checkout', ...ELSEWHERE]) {
      const { 'script-src': scripts, 'style-src': styles, ...others } = policy(settings, path);
      expect(scripts).toMatch(/^'self' 'nonce-abc' 'strict-dynamic'( https:|$)/);
      expect(styles).toBe("'self' 'nonce-abc'");
      expect(JSON.stringify([scripts, others])).not.toContain('unsafe-');
    }
  },
);

test('only pages with a payment form allow the processor’s script and relax Trusted Types', () => {
  for (const path of ['/checkout', '/checkout/return']) {
    expect(JSON.stringify(policy({}, path))).toContain('https://js.stripe.com');
    expect(policy({}, path)).not.toHaveProperty('require-trusted-types-for');
  }
  for (const path of ELSEWHERE) {
    const directives = policy({}, path);
    expect(directives).toMatchObject({ 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" });
    expect(directives).toMatchObject({ 'connect-src': "'self'", 'frame-src': "'none'" });
    expect(JSON.stringify(directives)).not.toContain('stripe');
  }
});

test('a payment sheet opens where somebody pays, from the processor’s frames too, and nowhere else', () => {
  const of = (path: string) => securityHeaders(loadEnv({}), 'abc', path)['Permissions-Policy'] ?? '';
  for (const path of ['/checkout', '/checkout/return'])
    expect(of(path)).toContain(
      'camera=(), microphone=(), geolocation=(), ' +
        'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com"',
    );
  expect(of('/checkout')).toMatch(/ "http:\/\/localhost:\d+"\)$/);
  for (const path of ELSEWHERE) expect(of(path)).toMatch(/ payment=\(\)$/);
});

test('a missing page can be rendered by the framework, and runs the same scripts as other pages', () => {
  for (const path of ELSEWHERE) {
    const whole = securityHeaders(loadEnv({}), 'abc', path)['Content-Security-Policy'] ?? '';
    const error = errorPagePolicy(loadEnv({}), 'abc', path);
    expect(`${error}; require-trusted-types-for 'script'; trusted-types 'none'`).toBe(whole);
  }
});

test('a window of another site cannot reach our pages; a window that a payment opens reaches its own page', () => {
  const of = (path: string) => securityHeaders(loadEnv({}), 'abc', path);
  expect(of('/checkout')['Cross-Origin-Opener-Policy']).toBe('same-origin-allow-popups');
  expect(of('/dashboard')['Cross-Origin-Opener-Policy']).toBe('same-origin');
  expect(of('/sign-in/code')['Cross-Origin-Opener-Policy']).toBe('same-origin');
  expect(of('/c/a-cause')['Cross-Origin-Resource-Policy']).toBe('same-origin');
  expect(of('/c/a-cause/card.png')['Cross-Origin-Resource-Policy']).toBe('cross-origin');
});

test('in development Next may evaluate code and style its error overlay; everything else is as in production', () => {
  for (const path of ['/checkout', '/docs']) {
    const { 'require-trusted-types-for': _, 'trusted-types': __, ...production } = policy({}, path);
    expect(policy({ NODE_ENV: 'development' }, path)).toEqual({
      ...production,
      'script-src': `${production['script-src']} 'unsafe-eval'`,
      'style-src': "'self' 'unsafe-inline'",
    });
  }
});

const DATA_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

test('data is never run, framed or loaded by another site; a public origin is only requested by https', () => {
  expect(dataHeaders(loadEnv({}))).toEqual(DATA_HEADERS);
  const isPublic = loadEnv({ PUBLIC_BASE_URL: 'https://give.example' });
  const strict = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };
  expect(dataHeaders(isPublic)).toEqual({ ...DATA_HEADERS, ...strict });
  expect(securityHeaders(isPublic, 'abc', '/docs')).toMatchObject(strict);
});

test('the headers are made once, not for every poll', () => {
  const settings = loadEnv({});
  expect(dataHeaders(settings)).toBe(dataHeaders(settings));
});

test.each([
  '/docs.md',
  '/docs/errors/not_found.md',
  '/docs/postman.json',
  '/docs/search.json',
  '/llms.txt',
  '/healthz',
  '/openapi.json',
  '/receipts/keys.json',
  '/sdk/latest.tgz',
  '/webhooks/stripe',
  '/checkout/donation',
  '/checkout/confirmation',
  '/checkout/redirect',
  '/checkout/texts',
  '/checkout/banks',
  '/qa',
  '/_next/static/chunks/a.js',
])('%s is data', (path) => expect(isDataPath(path)).toBe(true));

test.each([
  '/',
  '/checkout',
  '/checkout/return',
  '/checkout/receipt',
  '/docs',
  '/docs/errors/not_found.json',
  '/docs/search',
  '/c/a/give',
  '/dashboard',
  '/qatar',
])('%s is a page', (path) => expect(isDataPath(path)).toBe(false));
