import { Document } from '#components/ui/document.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import { money, type Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import './cause.css';

type Props = { page: CausePageView; locale: Locale; nonce: string | undefined; path: string };

/** What a search engine shows of a page, in characters. */
const SUMMARY_LENGTH = 160;

/** The public page of a cause: what it is, how far it has come, until when it collects. */
export function CausePage({ page, locale, nonce, path }: Props) {
  const t = translatorFor(locale);
  const texts: Texts = { t, locale, formatLocale: formattingLocale(locale, page.country) };
  const { title, story, image, url } = page;
  return (
    <Document locale={locale} t={t} nonce={nonce} title={title}>
      <link rel="canonical" href={url} />
      {story !== '' && <meta name="description" content={story.slice(0, SUMMARY_LENGTH)} />}
      <header>
        {page.testMode && <p className="cause-test">{t('ui.testBanner')}</p>}
        <div className="cause-languages">
          <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={{}} />
        </div>
      </header>
      <div className="cause">
        <main id="main">
          {image !== null && (
            // biome-ignore lint/performance/noImgElement: shown from its own address (decisions.md 50).
            <img className="cause-cover" src={image} alt="" referrerPolicy="no-referrer" decoding="async" />
          )}
          <h1>{title}</h1>
          {page.money && <Progress texts={texts} money={page.money} />}
          <Standing texts={texts} page={page} />
          {story !== '' && (
            <section aria-labelledby="story">
              <h2 id="story">{t('cause.story')}</h2>
              <p className="cause-story" dir="auto">
                {story}
              </p>
            </section>
          )}
        </main>
      </div>
    </Document>
  );
}

type ProgressProps = { texts: Texts; money: NonNullable<CausePageView['money']> };

function Progress({ texts, money: { currency, collectedMajor, goalMajor } }: ProgressProps) {
  const { t } = texts;
  const raised = t('cause.raised', { amount: money(texts, collectedMajor, currency) });
  if (goalMajor === null) return <p className="cause-raised">{raised}</p>;
  return (
    <div className="cause-progress">
      <p className="cause-raised">{raised}</p>
      <progress
        max={goalMajor}
        value={Math.min(collectedMajor, goalMajor)}
        aria-label={t('cause.progress')}
      />
      <p className="cause-goal">{t('cause.goal', { amount: money(texts, goalMajor, currency) })}</p>
    </div>
  );
}

/** Until when it collects, or that it does not. Nothing where it collects without an end. */
function Standing({ texts, page }: { texts: Texts; page: CausePageView }) {
  const { t, formatLocale } = texts;
  const { closesAt, isCollecting, hasClosed } = page;
  if (closesAt !== null && (isCollecting || hasClosed))
    return (
      <p className="cause-standing">
        <Icon name="clock" />
        <span>
          <Sentence text={t(isCollecting ? 'cause.openUntil' : 'cause.closedOn', { date: SLOT })}>
            <LocalTime iso={closesAt} formatLocale={formatLocale} />
          </Sentence>
        </span>
      </p>
    );
  if (isCollecting) return null;
  return (
    <p className="cause-standing">
      <Icon name="pause" />
      <span>{t('cause.notCollecting')}</span>
    </p>
  );
}
