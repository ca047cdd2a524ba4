import { CopyField } from '#components/ui/copy-field.tsx';
import { ShareButton } from '#components/ui/share-button.tsx';
import type { Texts } from '#components/ui/texts.ts';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { CausePageView } from '#lib/causes/page-view.ts';
import { sentMessages } from '#lib/i18n/compile.ts';
import { isolate } from '#lib/i18n/isolate.ts';
import './share.css';

type Props = { texts: Texts; page: Pick<CausePageView, 'title' | 'url' | 'path' | 'isCollecting'> };

/**
 * Sharing the page: with the device's share sheet, by plain links, its address to copy and its QR code. No third party is
 * contacted before the reader follows a link.
 */
export function Share({ texts, page }: Props) {
  const { t, ...language } = texts;
  const { title, url, path, isCollecting } = page;
  const message = t(`cause.share.${isCollecting ? 'message' : 'messageClosed'}`, { cause: isolate(title) });
  return (
    <section className="cause-share" aria-labelledby="share">
      <h2 id="share">{t('cause.share.title')}</h2>
      <p>{t('cause.share.body')}</p>
      <ul>
        <li>
          <ShareButton label={t('cause.share.button')} title={title} text={message} url={url} />
        </li>
        {waysToShare(message, url).map(([name, href]) => (
          <li key={name}>
            <a className="button" href={href} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
        <li>
          <a
            className="button"
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${message} ${url}`)}`}
          >
            {t('cause.share.email')}
          </a>
        </li>
      </ul>
      <TextsProvider {...language} messages={sentMessages(language.locale, ['ui'])}>
        <CopyField id="share-link" label={t('cause.share.link')} text={url} />
      </TextsProvider>
      <details className="cause-qr">
        <summary className="button">{t('cause.share.showQr')}</summary>
        <p>{t('cause.share.qrHint')}</p>
        {/* biome-ignore lint/performance/noImgElement: loaded once it is opened. */}
        <img src={`${path}/qr.svg`} width={240} height={240} alt={t('cause.share.qr')} loading="lazy" />
      </details>
    </section>
  );
}

/** Other companies' addresses that open a message with the page's address, by their names. */
function waysToShare(message: string, url: string): [name: string, href: string][] {
  const [text, at] = [encodeURIComponent(message), encodeURIComponent(url)];
  return [
    ['WhatsApp', `https://wa.me/?text=${text}%20${at}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${at}`],
    ['X', `https://x.com/intent/post?text=${text}&url=${at}`],
    ['Telegram', `https://t.me/share/url?url=${at}&text=${text}`],
  ];
}
