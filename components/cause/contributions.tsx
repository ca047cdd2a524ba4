import { LocalTime } from '#components/ui/local-time.tsx';
import { money, type Texts } from '#components/ui/texts.ts';
import type { CausePageView, ContributionView } from '#lib/causes/page-view.ts';

type Props = { texts: Texts; page: CausePageView };

/** A page of contributions, newest first, with a link to earlier ones. Nothing if there are none. */
export function Contributions({ texts, page }: Props) {
  const { t, locale } = texts;
  const { contributions, nextContributions, showsEarlier, path, currency } = page;
  if (contributions.length === 0 && !showsEarlier) return null;
  const to = (parameters: Record<string, string>) =>
    `${path}?${new URLSearchParams({ lang: locale, ...parameters })}#contributions`;
  return (
    <section aria-labelledby="contributions">
      <h2 id="contributions">{t(showsEarlier ? 'cause.recent.earlierTitle' : 'cause.recent.title')}</h2>
      <ul className="cause-gifts">
        {contributions.map((contribution, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server; a contribution has no public id.
          <Contribution key={index} texts={texts} contribution={contribution} currency={currency} />
        ))}
      </ul>
      <p className="cause-more">
        {nextContributions !== null && (
          <a className="button" href={to({ before: nextContributions })} rel="nofollow">
            {t('cause.recent.earlier')}
          </a>
        )}
        {showsEarlier && <a href={to({})}>{t('cause.recent.newest')}</a>}
      </p>
    </section>
  );
}

type ContributionProps = { texts: Texts; contribution: ContributionView; currency: string };

function Contribution({ texts, contribution: { name, amountMajor, message, at }, currency }: ContributionProps) {
  return (
    <li>
      <span className="cause-initial" aria-hidden="true">
        {name === null ? '♥' : initialOf(name)}
      </span>
      <span className="cause-giver">
        {name === null ? (
          <span>{texts.t('cause.recent.anonymous')}</span>
        ) : (
          <span>
            <bdi translate="no">{name}</bdi>
          </span>
        )}
        <LocalTime iso={at} formatLocale={texts.formatLocale} isDay />
      </span>
      {amountMajor !== null && (
        <span className="cause-gift" translate="no">
          {money(texts, amountMajor, currency)}
        </span>
      )}
      {message !== null && (
        <p className="cause-message" dir="auto">
          {message}
        </p>
      )}
    </li>
  );
}

function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '♥').toUpperCase();
}
