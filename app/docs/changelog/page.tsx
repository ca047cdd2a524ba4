import { ChangelogView } from '#components/docs/changelog-view.tsx';
import { DocsPage } from '#components/docs/docs-page.tsx';
import { requestNonce } from '#components/ui/request.ts';
import { CHANGELOG } from '#lib/changelog.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** What has changed and what will, by date. */
export default async function ChangelogPage() {
  return (
    <DocsPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      section="changelog"
      title="Changelog"
      summary="Releases, deprecations and sunsets, the newest first. Nothing is removed with less than 90 days’ notice."
      links={CHANGELOG.map(({ anchor, title }) => ({ href: `#${anchor}`, label: title }))}
    >
      <ChangelogView entries={CHANGELOG} />
    </DocsPage>
  );
}
