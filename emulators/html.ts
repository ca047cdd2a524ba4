/** Escapes a text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; } main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
  .banner { background: #fde68a; color: #422006; padding: .5rem 1rem; text-align: center; font-weight: 600; }
  h1 { font-size: 1.5rem; line-height: 1.25; } table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8884; vertical-align: top;
    overflow-wrap: anywhere; } a { color: #2563eb; } code, pre { font-size: .9em; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: 1rem; border-radius: .5rem; }
  iframe { width: 100%; height: 40rem; border: 1px solid #8884; border-radius: .5rem; background: #fff; }
  @media (prefers-color-scheme: dark) { a { color: #93c5fd; } }`;

/**
 * Security headers of every page. The default policy allows styles and forms of this server, no scripts and no framing; a
 * given policy replaces it, except that images are always allowed.
 */
export function pageHeaders(policy = ''): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; img-src https: data:; base-uri 'none'; ${
      policy === '' ? "style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'" : policy
    }`,
  };
}

/** A whole page; `body` must already be HTML. */
export function renderPage(title: string, body: string, policy?: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head><body><header class="banner">This is a simulator. No money moves here.</header>
<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
  return new Response(html, { headers: pageHeaders(policy) });
}
