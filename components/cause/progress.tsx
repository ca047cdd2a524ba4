import { money as formatMoney, percent, type Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';

type Props = { texts: Texts; money: NonNullable<CausePageView['money']>; page: CausePageView };

/** The amount raised, the goal and the number of donations. Without a goal there is no progress bar. */
export function Progress({ texts, money: { collectedMajor, goalMajor, contributions }, page }: Props) {
  const { currency, isCollecting } = page;
  const { t } = texts;
  const share = goalMajor === null ? null : percent(texts, collectedMajor / goalMajor);
  return (
    <div className="cause-progress">
      <p className="cause-raised">{t('cause.raised', { amount: formatMoney(texts, collectedMajor, currency) })}</p>
      {goalMajor !== null && share !== null && (
        <>
          <progress
            max={goalMajor}
            value={Math.min(collectedMajor, goalMajor)}
            aria-label={t('cause.progress')}
            aria-valuetext={share}
          >
            {share}
          </progress>
          <p className="cause-goal">{t('cause.ofGoal', { share, amount: formatMoney(texts, goalMajor, currency) })}</p>
        </>
      )}
      <p className="cause-goal">
        {contributions === 0 && !isCollecting
          ? t('cause.noContributions')
          : t('cause.contributions', { count: contributions })}
      </p>
    </div>
  );
}
