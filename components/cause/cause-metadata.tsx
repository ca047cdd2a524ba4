import { money, percent, type Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';
import { LANGUAGE_TAGS, LOCALES } from '#lib/i18n/locales.ts';
import { shorten } from '#lib/i18n/shorten.ts';

/** Longest description that search engines and messengers show, in code points. */
const SUMMARY_LENGTH = 160;

type Props = { texts: Texts; page: CausePageView; nonce: string | undefined };

/**
 * The metadata for other sites: canonical address, languages, social card (Open Graph, ogp.me) and type (schema.org). The form
 * on the page sends its referrer to our own origin only.
 */
export function CauseMetadata({ texts, page, nonce }: Props) {
  const { locale } = texts;
  const { title, url } = page;
  const summary = summaryOf(texts, page);
  const image = `${url}/card.png?lang=${locale}`;
  return (
    <>
      <link rel="canonical" href={url} />
      {LOCALES.map((other) => (
        <link key={other} rel="alternate" hrefLang={LANGUAGE_TAGS[other]} href={`${url}?lang=${other}`} />
      ))}
      <meta name="referrer" content="same-origin" />
      <meta name="description" content={summary} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={texts.formatLocale.replace('-', '_')} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      {page.branding?.display_name !== undefined && (
        <meta property="og:site_name" content={page.branding.display_name} />
      )}
      <script
        type="application/ld+json"
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data, written so that no markup can begin in it.
        dangerouslySetInnerHTML={{ __html: structured(page, summary, image) }}
      />
    </>
  );
}

/** The beginning of the story, or the progress of a cause without one. */
function summaryOf(texts: Texts, { story, money: sums, currency, isCollecting }: CausePageView): string {
  const words = story.replace(/\s+/g, ' ').trim();
  if (words !== '') return shorten(words, SUMMARY_LENGTH);
  if (sums === null) return texts.t(`cause.share.${isCollecting ? 'summary' : 'summaryClosed'}`);
  if (sums.goalMajor === null) return texts.t('cause.raised', { amount: money(texts, sums.collectedMajor, currency) });
  return texts.t('cause.ofGoal', {
    share: percent(texts, sums.collectedMajor / sums.goalMajor),
    amount: money(texts, sums.goalMajor, currency),
  });
}

function structured({ title, url, isCollecting }: CausePageView, summary: string, image: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    description: summary,
    url,
    image,
    ...(isCollecting ? { potentialAction: { '@type': 'DonateAction', name: title, target: url } } : {}),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
