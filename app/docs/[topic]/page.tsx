import { DocsPage } from '#components/docs/docs-page.tsx';
import { NotFoundPage } from '#components/ui/not-found-page.tsx';
import { requestNonce } from '#components/ui/request.ts';
import { docsPages } from '#lib/docs/pages.ts';
import { env } from '#lib/env.ts';
import { setErrorStatus } from '#lib/http/page-status.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = { params: Promise<{ topic: string }> };

/** Every page of the documentation but the guide and those of error codes: lib/docs/pages.ts lists them. */
export default async function TopicPage({ params }: Props) {
  const settings = env();
  const path = `/docs/${(await params).topic}`;
  const pages = docsPages(settings);
  const page = pages.find((one) => one.path === path);
  if (!page) {
    setErrorStatus('missing');
    return <NotFoundPage />;
  }
  return (
    <DocsPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      pages={pages}
      page={page}
      baseUrl={settings.publicBaseUrl}
      canTry={settings.gatewayMode === 'emulators'}
    />
  );
}
