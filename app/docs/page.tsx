import { DocsPage } from '#components/docs/docs-page.tsx';
import { requestNonce } from '#components/ui/request.ts';
import { docsPages } from '#lib/docs/pages.ts';
import { env } from '#lib/env.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** The guide for partners, with the addresses and limits of this deployment. */
export default async function GuidePage() {
  const settings = env();
  const pages = docsPages(settings);
  const guide = pages.find(({ path }) => path === '/docs');
  if (!guide) throw new Error('Bug: the documentation has no guide');
  return (
    <DocsPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      pages={pages}
      page={guide}
      baseUrl={settings.publicBaseUrl}
    />
  );
}
