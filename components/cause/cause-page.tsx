import { Document } from '#components/ui/document.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { RemoteImage } from '#components/ui/remote-image.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ClosingTime } from './closing-time.tsx';
import { Contributions } from './contributions.tsx';
import { type GiftDraft, GiftForm } from './gift-form.tsx';
import { Notice } from './notice.tsx';
import { Progress } from './progress.tsx';
import { SharedAs } from './shared-as.tsx';
import './cause.css';
import './gift.css';

type Props = {
  page: CausePageView;
  locale: Locale;
  nonce: string | undefined;
  /** What a donor sent that was not accepted. */
  draft?: GiftDraft | undefined;
};

/** The public page of a cause: what it is, how far it has come, until when it collects, who gave; and giving. */
export function CausePage({ page, locale, nonce, draft }: Props) {
  const t = translatorFor(locale);
  const texts: Texts = { t, locale, formatLocale: formattingLocale(locale, page.country) };
  return (
    <Document
      {...{ locale, t, nonce }}
      title={page.title}
      accentColour={page.branding?.accent_color}
      isPrivate={page.isPreview}
    >
      <SharedAs {...{ texts, page, nonce }} />
      <header>
        {page.testMode && <p className="cause-test">{t('ui.testBanner')}</p>}
        <div className="cause-masthead">
          <Organiser branding={page.branding} />
          <LanguageSwitcher label={t('ui.language')} current={locale} path={page.path} parameters={{}} />
        </div>
      </header>
      <main id="main" className="cause">
        <div className="cause-head">
          <div className="cause-cover">
            <Icon name="heart" />
            {page.image !== null && <RemoteImage src={page.image} />}
          </div>
          <h1 dir="auto">{page.title}</h1>
          <Origin {...{ texts, page }} />
        </div>
        <div className="cause-aside">
          <div className="cause-card">
            {page.money && <Progress {...{ texts }} money={page.money} currency={page.currency} />}
            <Notice {...{ texts, page }} />
            <ClosingTime {...{ texts, page }} />
            {page.isCollecting && <GiftForm {...{ texts, page, draft }} />}
          </div>
        </div>
        <div className="cause-body">
          {page.story !== '' && (
            <section aria-labelledby="story">
              <h2 id="story">{t('cause.story')}</h2>
              <Story text={page.story} />
            </section>
          )}
          <Contributions {...{ texts, page }} />
        </div>
      </main>
    </Document>
  );
}

/** The client who brought the cause, as it presents itself. */
function Organiser({ branding }: { branding: CausePageView['branding'] }) {
  const { display_name: name, logo_url: logo } = branding ?? {};
  return (
    <p className="cause-brand">
      {logo !== undefined && <RemoteImage src={logo} />}
      {logo === undefined && <Icon name="heart" />}
      {name !== undefined && <span>{name}</span>}
    </p>
  );
}

/** Through whom the cause collects, and that it was checked. */
function Origin({ texts: { t }, page }: { texts: Texts; page: CausePageView }) {
  const partner = page.branding?.display_name;
  const isVerified = page.standing === 'verified';
  if (partner === undefined && !isVerified) return null;
  return (
    <p className="cause-origin">
      {partner !== undefined && <span>{t('cause.organiser', { partner })}</span>}
      {isVerified && (
        <span className="cause-verified">
          <Icon name="shield" />
          {t('cause.verified')}
        </span>
      )}
    </p>
  );
}

/** Plain text: an empty line begins a paragraph, a line break stays one. Markup is text like any other, and so are links. */
function Story({ text }: { text: string }) {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="cause-story">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server, and never reordered.
        <p key={index} dir="auto">
          {paragraph.trim()}
        </p>
      ))}
    </div>
  );
}
