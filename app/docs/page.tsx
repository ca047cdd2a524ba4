import { DocsPage } from '#components/docs/docs-page.tsx';
import { SectionView } from '#components/docs/guide/section-view.tsx';
import { guideSections } from '#components/docs/guide/sections.ts';
import { requestNonce } from '#components/ui/request.ts';
import { env } from '#lib/env.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { PERMISSIONS } from '#lib/permissions.ts';

/** The guide for partners, with the addresses and limits of this very deployment. */
export default async function GuidePage() {
  const { publicBaseUrl, sandboxBaseUrl, live, checkoutLinkTtlSeconds, rateLimits } = env();
  const sections = guideSections({
    baseUrl: publicBaseUrl,
    sandboxUrl: sandboxBaseUrl,
    isLive: live,
    linkLifetimeSeconds: checkoutLinkTtlSeconds,
    rateLimits,
    permissions: Object.entries(PERMISSIONS).map(([name, grants]) => ({ name, grants })),
  });
  return (
    <DocsPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      section="guide"
      title="Guide"
      summary="Create causes, mint hosted checkout links, and follow each link until its donation is approved."
      links={sections.map(({ id, title }) => ({ href: `#${id}`, label: title }))}
    >
      {sections.map((section) => (
        <SectionView key={section.id} section={section} />
      ))}
    </DocsPage>
  );
}
