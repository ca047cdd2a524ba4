import { CopyField } from '#components/ui/copy-field.tsx';
import type { Texts } from '#components/ui/texts.ts';
import { ShareButton } from './share-button.tsx';

type Props = {
  texts: Texts;
  /** The public page of the cause: nothing of the donation is in it. */
  causeUrl: string;
  cause: string;
};

/** Telling others of the cause: by the device's own sheet, else by plain links. Nobody else is asked before one is followed. */
export function Share({ texts, causeUrl, cause }: Props) {
  const { t } = texts;
  const message = t('share.message', { cause });
  const text = encodeURIComponent(`${message} ${causeUrl}`);
  return (
    <section className="share" aria-labelledby="share-title">
      <h3 id="share-title">{t('share.title')}</h3>
      <p className="ways-on">
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
