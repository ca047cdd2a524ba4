import { factsOf, type Site } from '../sites.ts';
import { type Html, html } from './html.ts';
import { type Language, textsIn } from './texts.ts';

/** The parts of a page. `look` chooses the colours: the bank's or the wallet's. */
export type Page = {
  language: Language;
  look: 'bank' | 'wallet';
  prefix: string;
  /** Name shown in the header. */
  brand: string;
  tagline: string;
  title: string;
  content: Html;
  status?: number;
  /** Origins to which a form may redirect, besides this one. */
  leadsTo?: readonly (string | null)[];
};

/** Renders a page with strict headers: no script, one stylesheet, no framing, no referrer. */
export function pageResponse(page: Page): Response {
  return new Response(String(draw(page)), {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': page.language,
      'content-security-policy': policy(page.leadsTo ?? []),
      ...SECURITY_HEADERS,
    },
  });
}

/** Redirects the browser after a form; sets `cookie` on the way. */
export function redirectResponse(location: string, cookie?: string): Response {
  const headers = new Headers({ location, ...SECURITY_HEADERS });
  if (cookie !== undefined) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** Headers of every response to a browser. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** An amount as people write it, followed by the currency's code. */
export function money(amount: number, site: Site, language: Language): string {
  const { currency, locale, decimals } = factsOf(site);
  const number = new Intl.NumberFormat(language === 'es' ? locale : 'en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount);
  return `$ ${number} ${currency}`;
}

/** A table of term and value. */
export function factList(rows: readonly (readonly [string, string] | null)[]): Html {
  const items = rows.flatMap((row) =>
    row === null
      ? []
      : [
          html`<div>
            <dt>${row[0]}</dt>
            <dd>${row[1]}</dd>
          </div>`,
        ],
  );
  return html`<dl class="facts">
    ${items}
  </dl>`;
}

/** The link back to the merchant; nothing without an address of the merchant. */
export function backLink(address: string, label: string): Html | null {
  return address === '' ? null : html`<p class="actions"><a class="button" href="${address}">${label}</a></p>`;
}

function draw(page: Page): Html {
  const texts = textsIn(page.language);
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · ${page.brand}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${page.prefix}/simulator.css" />
      </head>
      <body class="${page.look}">
        <aside class="banner" aria-label="${texts.simulatorLabel}">${texts.simulator}</aside>
        <header>
          <p class="brand">${page.brand}</p>
          <p class="tagline">${page.tagline}</p>
        </header>
        <main>${page.content}</main>
        <footer><p>${texts.simulatorNote}</p></footer>
      </body>
    </html> `;
}

/** The policy checks a form's redirect as well, so the merchant's origin has to be named. */
function policy(leadsTo: readonly (string | null)[]): string {
  const origins = leadsTo.flatMap((address) =>
    address !== null && URL.canParse(address) ? [new URL(address).origin] : [],
  );
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
