import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { CauseStopView } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = { page: PageView; stop: CauseStopView };

/** What it means to a creator that staff stopped their cause, and whom to ask. */
export function Stopped({ page, stop: { reason, supportEmail } }: Props) {
  const t = translatorFor(page.locale);
  return (
    <section className="notice" aria-labelledby="stopped">
      <h2 id="stopped">{t('ownCause.stopped.title')}</h2>
      <p>{t(`ownCause.stopped.${reason}`)}</p>
      <p>
        {supportEmail === null ? (
          t('ownCause.stopped.askUs')
        ) : (
          <Sentence text={t('ownCause.stopped.ask', { email: SLOT })}>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </Sentence>
        )}
      </p>
    </section>
  );
}
