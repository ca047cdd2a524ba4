import type { Env } from '#lib/env.ts';

const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const STRIPE_FRAMES = [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'];

/** Pages whose forms work without scripts. */
const PLAIN_FORMS = /^\/(?:dashboard|sign-in)(?:\/|$)/;

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
 * The security headers of every page (decisions.md 50; docs.stripe.com/security/guide for the processor's origins). Scripts
 * and styles run only with this request's nonce or from ourselves; pictures may come from any https address, because
 * covers and logos are the partners' own.
 */
export function securityHeaders(env: Env, nonce: string, path: string): Record<string, string> {
  const processor = env.stripe.jsUrl ? [new URL(env.stripe.jsUrl).origin] : [];
  // Next's development mode names the places of errors by evaluating code, and styles what it shows of them in the page.
  const [evaluated, styles] = env.development
    ? [["'unsafe-eval'"], "'unsafe-inline'"]
    : [[], `'nonce-${nonce}'`];
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...STRIPE_SCRIPTS, ...processor, ...evaluated],
    'style-src': ["'self'", styles],
    'img-src': ["'self'", 'https:', 'data:'],
    // The script's own address too: where it does not load, the page asks why (components/checkout/methods/card-library.ts).
    'connect-src': ["'self'", 'https://api.stripe.com', 'https://js.stripe.com', ...processor],
    'frame-src': [...STRIPE_FRAMES, ...processor],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    // Without a referrer browsers hide the origin of a form too; where forms are plain, they tell it to us alone.
    'Referrer-Policy': PLAIN_FORMS.test(path) ? 'same-origin' : 'no-referrer',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    ...everywhere(env),
  };
}
