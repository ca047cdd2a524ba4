import { Document } from '#components/ui/document.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { RecipientNote } from '#components/ui/recipient-note.tsx';
import { RemoteImage } from '#components/ui/remote-image.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';
import { isolate } from '#lib/i18n/isolate.ts';
import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CauseMetadata } from './cause-metadata.tsx';
import { ClosingTime } from './closing-time.tsx';
import { Contributions } from './contributions.tsx';
import { type GiftDraft, GiftForm } from './gift-form.tsx';
import { Notice } from './notice.tsx';
import { Progress } from './progress.tsx';
import { Share } from './share.tsx';
import { Story } from './story.tsx';
import { Updates } from './updates.tsx';
import './cause.css';
import './gift.css';

type Props = {
  page: CausePageView;
  reader: Reader;
  nonce: string | undefined;
  /** The donor's form that was not accepted. */
  draft?: GiftDraft | undefined;
};

/** The public page of a cause: its story, progress, closing time, updates and contributions, the form to give, and ways to share. */
export function CausePage({ page, reader, nonce, draft }: Props) {
  const { locale } = reader;
  const t = translatorFor(locale);
  const texts: Texts = { t, locale, ...moneyStyle(reader, page.country) };
  // Other people read what other sites show of this page.
  const anyone: Texts = { ...texts, ...moneyStyle({ locale, place: null }, page.country) };
  // There is no form any more to say so.
  const hasStopped = !page.isCollecting && draft?.error === 'not_collecting';
  const isRefused = hasStopped || (page.isCollecting && draft !== undefined);
  return (
    <Document
      locale={locale}
      t={t}
      nonce={nonce}
      title={isRefused ? t('checkout.titles.error', { title: page.title }) : page.title}
      accentColour={page.branding?.accent_color}
      isPrivate={page.isPreview}
    >
      <CauseMetadata page={page} nonce={nonce} texts={anyone} />
      <header>
        {page.testMode && <p className="test-banner">{t('ui.testBanner')}</p>}
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
          <Origin texts={texts} page={page} />
        </div>
        <div className="cause-aside">
          <div className="cause-card">
            {page.money && <Progress texts={texts} money={page.money} page={page} />}
            <Notice texts={texts} page={page} />
            <ClosingTime texts={texts} page={page} />
            {page.isCollecting && <GiftForm texts={texts} page={page} draft={draft} />}
            {hasStopped && (
              <p className="gift-error" id="give" role="alert">
                {t('cause.errors.not_collecting')}
              </p>
            )}
            {!page.isPreview && (
              <p className="cause-jump">
                <a href="#share">{t('cause.share.jump')}</a>
              </p>
            )}
          </div>
        </div>
        <div className="cause-body">
          <Story texts={texts} page={page} />
          <Updates texts={texts} page={page} />
          <Contributions texts={texts} page={page} />
          {!page.isPreview && <Share texts={texts} page={page} />}
        </div>
      </main>
      <footer className="cause-foot">
        <RecipientNote texts={texts} trust={page.trust} isPayable={page.isCollecting} />
      </footer>
    </Document>
  );
}

/** The branding of the client that created the cause. */
function Organiser({ branding }: { branding: CausePageView['branding'] }) {
  const { display_name: name, logo_url: logo } = branding ?? {};
  return (
    <p className="cause-brand">
      {logo !== undefined && <RemoteImage src={logo} />}
      {logo === undefined && <Icon name="heart" />}
      {name !== undefined && <bdi translate="no">{name}</bdi>}
    </p>
  );
}

/** Who organizes the cause, through which client it collects, and whether it was verified. */
function Origin({ texts: { t }, page }: { texts: Texts; page: CausePageView }) {
  const words = organisedBy(t, page.organiser, page.branding?.display_name);
  const isVerified = page.publicStatus === 'verified';
  if (words === null && !isVerified) return null;
  return (
    <p className="cause-origin">
      {words !== null && <span>{words}</span>}
      {isVerified && (
        <span className="cause-verified">
          <Icon name="shield" />
          <span>{t('cause.verified')}</span>
        </span>
      )}
    </p>
  );
}

function organisedBy(t: Texts['t'], organiser: string | null, through: string | undefined): string | null {
  const [name, partner] = [isolate(organiser ?? ''), isolate(through ?? '')];
  if (name === '') return partner === '' ? null : t('cause.organiser', { partner });
  // A partner whose own account owns the cause is named once.
  if (partner === '' || partner === name) return t('cause.organisedBy', { name });
  return t('cause.organisedByThrough', { name, partner });
}
