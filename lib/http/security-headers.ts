import type { Env } from '#lib/env.ts';
import { commonHeaders } from './response.ts';

const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
/** Who shows a sheet of its own besides the browser. */
const PAYMENT_SHEETS = ['https://pay.google.com'];
const STRIPE_FRAMES = [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'];

/** Pages with a payment form, on which the processor's script can run. */
const CHECKOUT = /^\/checkout(?:\/|$)/;
/** Pages whose forms work without scripts, for people who are signed in. */
const SIGNED_IN = /^\/(?:dashboard|sign-in)(?:\/|$)/;
/** Pictures that other sites show. */
const SHOWN_ELSEWHERE = /^\/c\/[^/]+\/card\.png$/;

/**
 * The security headers of every page (ruling 50; docs/decisions/2026-11-22-content-security-policy.md). Pictures may
 * come from any https address, because covers and logos are the partners' own.
 */
export function securityHeaders(env: Env, nonce: string, path: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(env, nonce, path, needsTrustedTypes(env, path)),
    // A window that a payment opens, such as a wallet's, still reaches its page; windows that opened our pages do not.
    'Cross-Origin-Opener-Policy': SIGNED_IN.test(path) ? 'same-origin' : 'same-origin-allow-popups',
    // Without a referrer browsers also hide the origin of a form; pages with plain forms send it to our own origin.
    'Referrer-Policy': SIGNED_IN.test(path) ? 'same-origin' : 'no-referrer',
    'Permissions-Policy': permissionsPolicy(env, path),
    ...commonHeaders(env),
    ...(SHOWN_ELSEWHERE.test(path) ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
  };
}

/** Apple Pay and Google Pay open the browser's payment sheet from the processor's frames (gateways A1d). */
function permissionsPolicy({ stripe }: Env, path: string): string {
  const processor = stripe.jsUrl ? [new URL(stripe.jsUrl).origin] : [];
  const origins = [...STRIPE_SCRIPTS, ...PAYMENT_SHEETS, ...processor].map((origin) => `"${origin}"`);
  const payment = CHECKOUT.test(path) ? `self ${origins.join(' ')}` : '';
  return `camera=(), microphone=(), geolocation=(), payment=(${payment})`;
}

/**
 * The policy of a page with an error's status. Next renders a missing one in the browser, from scripts that it loads by URL,
 * which Trusted Types would prevent.
 */
export function errorPagePolicy(env: Env, nonce: string, path: string): string {
  return contentSecurityPolicy(env, nonce, path, false);
}

/** We cannot change how the processor's script or Next's tools do this. */
function needsTrustedTypes({ development }: Env, path: string): boolean {
  return !development && !CHECKOUT.test(path);
}

/** No text becomes markup or the URL of a script: these pages do not need that. */
const TRUSTED_TYPES = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ["'none'"] };

/** The processor's origins (docs.stripe.com/security/guide). */
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
        // Includes the script's own URL: if it does not load, the page asks why
        // (components/checkout/methods/card-library.ts).
        ['https://api.stripe.com', 'https://js.stripe.com', ...processor],
      ]
    : [[], ["'none'"], []];
  // Next's development mode evaluates code to show the places of errors, and styles its error overlay.
  const [evaluated, styles] = development ? [["'unsafe-eval'"], "'unsafe-inline'"] : [[], `'nonce-${nonce}'`];
  const policy = {
    'default-src': ["'self'"],
    // Browsers that support 'strict-dynamic' ignore the URLs; others ignore 'strict-dynamic' and use the URLs.
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
