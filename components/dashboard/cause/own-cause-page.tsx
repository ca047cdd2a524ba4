import { LocalTime } from '#components/ui/local-time.tsx';
import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { CauseMove, OwnCauseView } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { CollectedChart, PaymentRecord } from '#lib/payments/record-view.ts';
import { ActionForm } from '../form.tsx';
import { minorMoney, moneyWithCode } from '../money.ts';
import { Charts } from '../payments/chart.tsx';
import { RecordTable } from '../payments/record-table.tsx';
import { NextArrival } from '../withdrawals/arrivals.tsx';
import { CauseFrame, causePath } from './cause-frame.tsx';

type Props = { page: PageView; cause: OwnCauseView };
type PageProps = Props & { charts: readonly CollectedChart[]; latest: readonly PaymentRecord[] };

/** A creator's own cause: how it stands, and what can be done with it. */
export function OwnCausePage({ page, cause, charts, latest }: PageProps) {
  const t = translatorFor(page.locale);
  return (
    <CauseFrame page={page} cause={cause} title={cause.title}>
      <Standing page={page} cause={cause} />
      <Figures page={page} cause={cause} />
      {latest.length > 0 && (
        <>
          <Charts page={page} charts={charts} />
          <section aria-labelledby="latest" className="history">
            <h2 id="latest">{t('ownCause.latest')}</h2>
            <RecordTable page={page} rows={latest} caption={t('ownPayments.captionLatest')} empty="" />
          </section>
        </>
      )}
      {cause.moves.length > 0 && (
        <section aria-labelledby="actions" className="moves">
          <h2 id="actions">{t('ownCause.actions')}</h2>
          {cause.moves.map((move) => (
            <Move key={`${move.kind} ${move.to}`} page={page} cause={cause} move={move} />
          ))}
        </section>
      )}
    </CauseFrame>
  );
}

/** Whether it takes donations, and until when. */
function Standing({ page, cause }: Props) {
  const t = translatorFor(page.locale);
  const { closesAt, isCollecting, hasClosed, state } = cause;
  const date = closesAt !== null && (
    <Sentence text={t(hasClosed ? 'ownCause.closedAt' : 'ownCause.closesAt', { date: SLOT })}>
      <LocalTime iso={closesAt} formatLocale={formattingLocale(page.locale, cause.country)} />
    </Sentence>
  );
  const said = () => {
    if (state === 'draft') return t('ownCause.notOpenYet');
    if (cause.isPausedByStaff) return t('ownCause.pausedByUs');
    if (date && (isCollecting || hasClosed)) return date;
    return t(isCollecting ? 'ownCause.open' : 'ownCause.notCollecting');
  };
  return (
    <div className="standing">
      <p>{said()}</p>
      {cause.hidesAmounts && <p>{t('ownCause.hidden')}</p>}
    </div>
  );
}

function Figures({ page, cause }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const money = (amountMajor: number) => moneyWithCode(locale, { ...cause, amountMajor });
  const { goalMajor } = cause;
  return (
    <dl className="figures">
      <div>
        <dt>
          {t('ownCause.collected')},{' '}
          {goalMajor === null ? t('ownCause.noGoal') : t('ownCause.ofGoal', { goal: money(goalMajor) })}
        </dt>
        <dd>{money(cause.collectedMajor)}</dd>
      </div>
      <div>
        <dt>
          {t('ownCause.contributions')}
          {cause.contributors > 0 && <>, {t('ownCause.contributors', { count: cause.contributors })}</>}
        </dt>
        <dd>{new Intl.NumberFormat(locale).format(cause.contributions)}</dd>
      </div>
      <div>
        <dt>
          <a href={causePath(cause, '/withdrawals')}>{t('ownCause.available')}</a>
          {cause.withdrawable.onItsWayMinor > 0 && (
            <small className="below">
              <NextArrival locale={locale} of={{ ...cause, ...cause.withdrawable }} />
            </small>
          )}
        </dt>
        <dd>{minorMoney(locale, cause, cause.withdrawable.availableMinor)}</dd>
      </div>
    </dl>
  );
}

/** What happens is said before it is asked for: a button that opens the question, with or without scripts. */
function Move({ page, cause, move: { kind, to } }: Props & { move: CauseMove }) {
  const t = translatorFor(page.locale);
  const stopsPayments = kind === 'pause' || kind === 'close';
  const { key, state: from } = cause;
  return (
    <details className="move">
      <summary className="button">{t(`ownCause.${kind}.open`)}</summary>
      <div className="move-question">
        <h3>{t(`ownCause.${kind}.title`)}</h3>
        <p>{t(`ownCause.${kind}.body`)}</p>
        {stopsPayments && <p>{t('ownCause.underWay', { count: cause.liveCount })}</p>}
        <ActionForm
          page={page}
          action={to === null ? 'cause.close' : 'cause.move'}
          hidden={to === null ? { key } : { key, from, to }}
        >
          <button type="submit" className={`button ${stopsPayments ? 'button-danger' : 'button-accent'}`}>
            {t(`ownCause.${kind}.confirm`)}
          </button>
        </ActionForm>
      </div>
    </details>
  );
}
