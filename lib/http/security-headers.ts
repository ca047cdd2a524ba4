import type { Env } from '#lib/env.ts';

const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const STRIPE_FRAMES = [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'];

/** Pages where somebody pays: those that the processor's script may run on. */
const CHECKOUT = /^\/checkout(?:\/|$)/;
/** Pages whose forms work without scripts, for people who are signed in. */
const SIGNED_IN = /^\/(?:dashboard|sign-in)(?:\/|$)/;
/** Pictures that other sites show. */
const SHOWN_ELSEWHERE = /^\/c\/[^/]+\/card\.png$/;

/** What answers data, not pages: files of the build, and what machines ask for or are told. The API answers nothing else. */
const DATA =
  /^\/(?:_next\/static\/.*|checkout\/(?:confirmation|donation|redirect)|healthz|openapi\.json|qa|receipts\/keys\.json|webhooks\/.*)$/;

/** Whether a path outside the API answers data. */
export function isData(path: string): boolean {
  return DATA.test(path);
}

const ofData = new WeakMap<Env, Readonly<Record<string, string>>>();

/** The security headers of data: it is nothing to be run, framed, or loaded by another site. Made once, for a poll carries them. */
export function dataHeaders(env: Env): Readonly<Record<string, string>> {
  let headers = ofData.get(env);
  if (!headers) {
    headers = {
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      ...everywhere(env),
    };
    ofData.set(env, headers);
  }
  return headers;
}

function everywhere({ publicBaseUrl }: Env): Record<string, string> {
  return {
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(publicBaseUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

/**
 * The security headers of every page (decisions.md 50; docs/decisions/2026-11-22-content-security-policy.md). Pictures may
 * come from any https address, because covers and logos are the partners' own.
 */
export function securityHeaders(env: Env, nonce: string, path: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(env, nonce, path, needsTrustedTypes(env, path)),
    // What a payment opens, such as a wallet's window, still reaches its page; nobody who opened a page of ours does.
    'Cross-Origin-Opener-Policy': SIGNED_IN.test(path) ? 'same-origin' : 'same-origin-allow-popups',
    // Without a referrer browsers hide the origin of a form too; where forms are plain, they tell it to us alone.
    'Referrer-Policy': SIGNED_IN.test(path) ? 'same-origin' : 'no-referrer',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    ...everywhere(env),
    ...(SHOWN_ELSEWHERE.test(path) ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
  };
}

/**
 * The policy of a page that is not there, or failed. Next makes it in the browser, of files that it loads by their address:
 * with Trusted Types it would stay half made.
 */
export function errorPagePolicy(env: Env, nonce: string, path: string): string {
  return contentSecurityPolicy(env, nonce, path, false);
}

/** The processor's script is not ours to change: what it does of this kind is for it to know. Nor are Next's tools. */
function needsTrustedTypes({ development }: Env, path: string): boolean {
  return !development && !CHECKOUT.test(path);
}

/** No text becomes markup or the address of a script: nothing on these pages needs to make any. */
const TRUSTED_TYPES = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ["'none'"] };

/** Of the processor's origins docs.stripe.com/security/guide tells. */
function contentSecurityPolicy(
  { stripe, development }: Env,
  nonce: string,
  path: string,
  trustedTypes: boolean,
): string {
  const processor = stripe.jsUrl ? [new URL(stripe.jsUrl).origin] : [];
  const [scripts, frames, connections] = CHECKOUT.test(path)
    ? [
        [...STRIPE_SCRIPTS, ...processor],
        [...STRIPE_FRAMES, ...processor],
        // The script's own address too: where it does not load, the page asks why (components/checkout/methods/card-library.ts).
        ['https://api.stripe.com', 'https://js.stripe.com', ...processor],
      ]
    : [[], ["'none'"], []];
  // Next's development mode names the places of errors by evaluating code, and styles what it shows of them in the page.
  const [evaluated, styles] = development ? [["'unsafe-eval'"], "'unsafe-inline'"] : [[], `'nonce-${nonce}'`];
  const policy = {
    'default-src': ["'self'"],
    // Browsers that know 'strict-dynamic' pass over the addresses; the others pass over it, and go by them.
    'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...scripts, ...evaluated],
    'style-src': ["'self'", styles],
    'img-src': ["'self'", 'https:', 'data:'],
    'connect-src': ["'self'", ...connections],
    'frame-src': frames,
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    ...(trustedTypes ? TRUSTED_TYPES : {}),
  };
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
