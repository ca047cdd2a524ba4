import { CopyField } from '#components/ui/copy-field.tsx';
import { ShareButton } from '#components/ui/share-button.tsx';
import type { Texts } from '#components/ui/texts.ts';
import { isolate } from '#lib/i18n/isolate.ts';

type Props = {
  texts: Texts;
  /** The public page of the cause: nothing of the donation is in it. */
  causeUrl: string;
  cause: string;
};

/** Sharing the cause: with the device's share sheet, or by plain links. No third party is contacted before the donor follows one. */
export function Share({ texts, causeUrl, cause }: Props) {
  const { t } = texts;
  const message = t('share.message', { cause: isolate(cause) });
  const text = encodeURIComponent(`${message} ${causeUrl}`);
  return (
    <section className="share" aria-labelledby="share-title">
      <h2 id="share-title">{t('share.title')}</h2>
      <p className="next-links">
        <ShareButton label={t('share.button')} title={cause} text={message} url={causeUrl} />
        <a className="button" href={`https://wa.me/?text=${text}`} target="_blank" rel="noreferrer">
          {t('share.whatsapp')}
        </a>
        <a className="button" href={`mailto:?subject=${encodeURIComponent(cause)}&body=${text}`}>
          {t('share.email')}
        </a>
      </p>
      <CopyField id="share-link" label={t('share.link')} text={causeUrl} />
    </section>
  );
}
