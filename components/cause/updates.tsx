import { LocalTime } from '#components/ui/local-time.tsx';
import { Paragraphs } from '#components/ui/paragraphs.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';

type Props = { texts: Texts; page: CausePageView };

/** A page of the creator's updates, newest first, with a link to earlier ones. Nothing if there are none. */
export function Updates({ texts: { t, locale, formatLocale }, page }: Props) {
  const { updates, nextUpdates, showsEarlierUpdates, path } = page;
  if (updates.length === 0 && !showsEarlierUpdates) return null;
  const to = (parameters: Record<string, string>) =>
    `${path}?${new URLSearchParams({ lang: locale, ...parameters })}#updates`;
  return (
    <section aria-labelledby="updates">
      <h2 id="updates">{t(showsEarlierUpdates ? 'cause.updates.earlierTitle' : 'cause.updates.title')}</h2>
      {updates.map(({ id, title, body, publishedAt }) => (
        <article key={id} className="cause-update" aria-labelledby={id}>
          <h3 id={id} dir="auto">
            {title}
          </h3>
          <p className="cause-update-day">
            <LocalTime iso={publishedAt} formatLocale={formatLocale} isDay />
          </p>
          <Paragraphs text={body} />
        </article>
      ))}
      <p className="cause-more">
        {nextUpdates !== null && (
          <a className="button" href={to({ updates: nextUpdates })} rel="nofollow">
            {t('cause.updates.earlier')}
          </a>
        )}
        {showsEarlierUpdates && <a href={to({})}>{t('cause.updates.newest')}</a>}
      </p>
    </section>
  );
}
