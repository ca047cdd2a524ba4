import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** The caption of a list's table: what is listed, and in which order. */
export function listCaption(page: PageView, title: string, { sort }: Pick<Listed<unknown>, 'sort'>): string {
  return `${title} · ${translatorFor(page.locale)(`lists.sorts.${sort}`)}`;
}
