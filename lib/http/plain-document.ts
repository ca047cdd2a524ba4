import { escapeHtml } from '#lib/html.ts';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';

const STYLE = `:root{color-scheme:light dark}body{max-width:36rem;margin:20vh auto;padding:0 1.25rem;font:1rem/1.5 system-ui,sans-serif}a{display:inline-block;padding:.5rem 0}`;

type PlainDocument = {
  locale: Locale;
  /** Of the response's policy; without one the document has no style. */
  nonce: string | null;
  title: string;
  body: string;
  link: { href: string; text: string };
  /** After so many seconds the browser loads the address again. */
  againInSeconds?: number;
};

/** A whole HTML document of one sentence and a link, for when no page can be rendered. All texts are plain text. */
export function plainDocument({ locale, nonce, title, body, link, againInSeconds }: PlainDocument): string {
  const style = nonce === null ? '' : `<style nonce="${escapeHtml(nonce)}">${STYLE}</style>`;
  const again = againInSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${againInSeconds}">`;
  return `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${again}<title>${escapeHtml(title)}</title>${style}</head><body><main><h1>${escapeHtml(title)}</h1><p role="alert">${escapeHtml(body)}</p><p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p></main></body></html>`;
}
