import type { Tenant } from '../tenant.ts';
import { type Page, pageResponse } from './frame.ts';
import { html } from './html.ts';
import { type Language, textsIn } from './texts.ts';

/** The page for an unknown address. */
export function notFoundPage(tenant: Tenant, language: Language, look: Page['look']): Response {
  const texts = textsIn(language);
  return pageResponse({
    language,
    look,
    prefix: tenant.prefix,
    brand: tenant.facts.merchant,
    tagline: look === 'bank' ? texts.onlineBank : texts.wallet,
    title: texts.notFoundTitle,
    status: 404,
    content: html`<section class="card">
      <h1>${texts.notFoundTitle}</h1>
      <p class="lead">${texts.notFoundLead}</p>
    </section>`,
  });
}
