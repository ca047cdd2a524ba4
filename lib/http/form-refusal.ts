import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { isIdOf } from '#lib/ids.ts';
import type { Problem } from '#lib/problems/problem.ts';
import { plainDocument } from './plain-document.ts';

/** The page for a refused form, with the problem's status. `back`: the page that the form is on. */
export function refusalPage(problem: Problem, locale: Locale, nonce: string | null, back: string): Response {
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  if (problem.retryAfterSeconds !== undefined) headers.set('Retry-After', String(problem.retryAfterSeconds));
  return new Response(refusalHtml(problem, locale, nonce, back), { status: problem.status, headers });
}

/**
 * The page that a form is on, as far as is known: a donor has no dashboard to go back to.
 * @param path that the form is sent to
 * @param ref what it says is its link; unknown for a form that was not read
 */
export function pageOfForm(path: string, ref?: unknown): string {
  if (path.startsWith('/c/')) return path.replace(/\/give$/, '');
  if (!path.startsWith('/checkout/')) return '/dashboard';
  return typeof ref === 'string' && isIdOf('checkoutLink', ref) ? `/checkout?ref=${ref}` : '/';
}

/** The document for a refused form: what happened and what to do. */
export function refusalHtml(problem: Problem, locale: Locale, nonce: string | null, back: string): string {
  const t = translatorFor(locale);
  const link = { href: back, text: t('dashboard.refusal.back') };
  return plainDocument({ ...textsOf(t, problem), locale, nonce, link });
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
