import type { Tenant } from '../tenant.ts';
import { type Page, pageResponse } from './frame.ts';
import { html } from './html.ts';
import { type Language, type Texts, textsIn } from './texts.ts';

/** The page for an unknown address. */
export function notFoundPage(tenant: Tenant, language: Language, look: Page['look']): Response {
  return plainPage(tenant, language, look, 404, (texts) => [texts.notFoundTitle, texts.notFoundLead]);
}

/** A page with one message and no choices. */
export function plainPage(
  tenant: Tenant,
  language: Language,
  look: Page['look'],
  status: number,
  words: (texts: Texts) => readonly [string, string],
): Response {
  const texts = textsIn(language);
  const [title, lead] = words(texts);
  return pageResponse({
    language,
    look,
    prefix: tenant.prefix,
    brand: tenant.facts.merchant,
    tagline: look === 'bank' ? texts.onlineBank : texts.wallet,
    title,
    status,
    content: html`<section class="card">
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
    </section>`,
  });
}
