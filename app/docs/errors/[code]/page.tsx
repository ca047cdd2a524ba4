import { DocsPage } from '#components/docs/docs-page.tsx';
import { finder } from '#components/docs/search/finder.ts';
import { requestNonce } from '#components/ui/request.ts';
import { unknownError } from '#lib/docs/errors.ts';
import type { DocsPage as DocsPageData } from '#lib/docs/page.ts';
import { docsPages } from '#lib/docs/pages.ts';
import { searchEntries } from '#lib/docs/search-entries.ts';
import { env } from '#lib/env.ts';
import { setErrorStatus } from '#lib/http/page-status.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = { params: Promise<{ code: string }> };

/** The page at the `type` URL of a problem document. For a code that does not exist, a 404 with those that look like it. */
export default async function ErrorPage({ params }: Props) {
  const settings = env();
  const { code } = await params;
  const pages = docsPages(settings);
  const path = `/docs/errors/${code}`;
  const known = pages.find((page) => page.path === path);
  if (!known) setErrorStatus('missing');
  return (
    <DocsPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      pages={pages}
      page={known ?? unknownError(path, code, codesLike(code, pages))}
      baseUrl={settings.publicBaseUrl}
    />
  );
}

/** Up to three codes that look like another. */
function codesLike(code: string, pages: readonly DocsPageData[]) {
  return finder(searchEntries(pages.filter(({ isError }) => isError)))(code).slice(0, 3);
}
