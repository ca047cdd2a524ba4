import { escapeHtml } from '#lib/html.ts';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import type { Problem } from '#lib/problems/problem.ts';

const STYLE = `:root{color-scheme:light dark}body{max-width:36rem;margin:20vh auto;padding:0 1.25rem;font:1rem/1.5 system-ui,sans-serif}a{display:inline-block;padding:.5rem 0}`;

/** The page for a refused form: what happened and what to do, with the problem's status. */
export function refusalPage(problem: Problem, locale: Locale, nonce: string | null): Response {
  const t = translatorFor(locale);
  const { title, body } = textsOf(t, problem);
  const style = nonce === null ? '' : `<style nonce="${escapeHtml(nonce)}">${STYLE}</style>`;
  const html = `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${style}</head><body><main><h1>${escapeHtml(title)}</h1><p role="alert">${escapeHtml(body)}</p><p><a href="/dashboard">${escapeHtml(t('dashboard.refusal.back'))}</a></p></main></body></html>`;
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  if (problem.retryAfterSeconds !== undefined) headers.set('Retry-After', String(problem.retryAfterSeconds));
  return new Response(html, { status: problem.status, headers });
}

function textsOf(t: Translate, problem: Problem): { title: string; body: string } {
  const minutes = Math.ceil((problem.retryAfterSeconds ?? 60) / 60);
  switch (problem.status) {
    case 403:
      // The only refusal for a signed-in person who may see the resource.
      if (problem.code === 'insufficient_permissions')
        return { title: t('dashboard.refusal.notAllowedTitle'), body: t('dashboard.refusal.notAllowedBody') };
      return { title: t('dashboard.refusal.forbiddenTitle'), body: t('dashboard.refusal.forbiddenBody') };
    case 404:
      return { title: t('dashboard.refusal.missingTitle'), body: t('dashboard.refusal.missingBody') };
    case 429:
      return {
        title: t('dashboard.refusal.limitTitle'),
        body: t('dashboard.refusal.limitBody', { minutes }),
      };
    case 400:
    case 415:
      return { title: t('dashboard.refusal.unreadableTitle'), body: t('dashboard.refusal.unreadableBody') };
    default:
      return { title: t('dashboard.refusal.brokenTitle'), body: t('dashboard.refusal.brokenBody') };
  }
}
